"""Names for the films graph. People, films, studios, characters, awards and series are invented.

Titles and names hold on purpose what breaks careless software: apostrophes, quotation marks, commas, digits,
diacritics, a film named like a person, two people and two films with one name.
"""

from __future__ import annotations

from typing import Final

# (ISO code, English, German)
COUNTRIES: Final = (
    ("DE", "Germany", "Deutschland"),
    ("FR", "France", "Frankreich"),
    ("IT", "Italy", "Italien"),
    ("JP", "Japan", "Japan"),
    ("BR", "Brazil", "Brasilien"),
    ("CA", "Canada", "Kanada"),
    ("NO", "Norway", "Norwegen"),
    ("PL", "Poland", "Polen"),
    ("IN", "India", "Indien"),
    ("MX", "Mexico", "Mexiko"),
    ("GB", "United Kingdom", "Vereinigtes Königreich"),
    ("KR", "South Korea", "Südkorea"),
    ("NZ", "New Zealand", "Neuseeland"),
    ("CI", "Ivory Coast", "Elfenbeinküste"),
)
# (English, German, code of the countries where films are shot in it)
LANGUAGES: Final = (
    ("German", "Deutsch", ("DE",)),
    ("French", "Französisch", ("FR", "CI", "CA")),
    ("Italian", "Italienisch", ("IT",)),
    ("Japanese", "Japanisch", ("JP",)),
    ("Portuguese", "Portugiesisch", ("BR",)),
    ("English", "Englisch", ("GB", "NZ", "CA")),
    ("Norwegian", "Norwegisch", ("NO",)),
    ("Polish", "Polnisch", ("PL",)),
    ("Hindi", "Hindi", ("IN",)),
    ("Spanish", "Spanisch", ("MX",)),
    ("Korean", "Koreanisch", ("KR",)),
)
# (English, German, English name of the genre above it)
GENRES: Final = (
    ("Drama", "Drama", None),
    ("Comedy", "Komödie", None),
    ("Crime", "Krimi", None),
    ("Thriller", "Thriller", None),
    ("Science Fiction", "Science-Fiction", None),
    ("Adventure", "Abenteuer", None),
    ("Western", "Western", None),
    ("Musical", "Musical", None),
    ("Nature", "Natur", None),
    ("Biography", "Biografie", None),
    ("Courtroom Drama", "Gerichtsdrama", "Drama"),
    ("Family Drama", "Familiendrama", "Drama"),
    ("Period Drama", "Historiendrama", "Drama"),
    ("Romantic Comedy", "Liebeskomödie", "Comedy"),
    ("Satire", "Satire", "Comedy"),
    ("Detective Story", "Detektivgeschichte", "Crime"),
    ("Heist", "Raubüberfall", "Crime"),
    ("Noir", "Film noir", "Detective Story"),
    ("Spy Thriller", "Spionagethriller", "Thriller"),
    ("Space Opera", "Weltraumoper", "Science Fiction"),
    ("Time Travel", "Zeitreise", "Science Fiction"),
    ("Sea Adventure", "Seeabenteuer", "Adventure"),
)
CITIES: Final = {
    "DE": ("Leipzig", "Bremen"),
    "FR": ("Lyon", "Nantes"),
    "IT": ("Turin", "Bari"),
    "JP": ("Sendai", "Kobe"),
    "BR": ("Recife", "Curitiba"),
    "CA": ("Halifax", "Québec"),
    "NO": ("Bergen", "Tromsø"),
    "PL": ("Łódź", "Gdynia"),
    "IN": ("Pune", "Kochi"),
    "MX": ("Puebla", "Mérida"),
    "GB": ("Leeds", "Cardiff"),
    "KR": ("Busan", "Daegu"),
    "NZ": ("Nelson", "Napier"),
    "CI": ("Bouaké", "Abidjan"),
}
# Two people share the first name of this list; "Ilse Morvan" is a film as well.
PEOPLE: Final = (
    "Jorun Askeby", "Jorun Askeby", "Ilse Morvan", "Séverine d'Aubrac", "Łucja Wrębel", "Björn Åkeholt",
    "Mara O'Tierne", "Theo Quillan, Jr.", "Anselm Vorberg", "Odalie Fenwright", "Tavish Corriemoor",
    "Brunhild Katzmer", "Kenjiro Matsubane", "Yurika Hanashiro", "Paolo Trevanti", "Ginevra Sollazzi",
    "Duarte Malhoverde", "Iracema Louveira", "Wanjiru Halloway", "Casimir Drozdek", "Hedvig Solbakke",
    "Eirik Tjernlund", "Prakash Vellanki", "Madhuri Tambekar", "Esteban Quirarte", "Xóchitl Barranda",
    "Rowan Pettibrook", "Imogen Larkspire", "Min-jae Baekdu", "Seo-yun Hwarang", "Tane Whakariri",
    "Aroha Kingsmere", "Kouadio Assemien", "Adjoua Tanohlé", "Florian Obersteig", "Marlies Zwickert",
    "Gaspard Tellerin", "Clémence Rouvray", "Fabrizio Montelupi", "Ornella Castrigno", "Haruto Kiyosawa",
    "Thiago Serrabrava", "Beatriz Campolindo", "Lachlan Mirefield", "Simone Arceneuve", "Sigrid Vestnes",
    "Halvard Myrdahl", "Bogusław Trzcinek", "Agnieszka Polmor", "Devendra Rastoghi", "Ishani Korwalla",
    "Ramiro Escalpado", "Lucero Villamonte", "Percival Ashgrove", "Winifred Tolcarne", "Do-hyun Seorak",
    "Ha-eun Miryang", "Nikau Stormont", "Yao Kpandji", "Renske Oldenmeer", "Caspar Lindqvell",
    "Leonie Strandfuss", "Mathurin Belcastel", "Zdzisława Kaleń", "Orsolo Brighenti", "Noriko Tsukiyama",
    "Valdir Pontenova", "Greer Hollowmay", "Astrid Fjellvik", "Rohan Chandrapur", "Amparo Siempreviva",
    "Barnaby Thistlewick", "Eun-ji Namhae", "Moana Ridgepool", "Koffi Brouleau", "Philippa Nightingrove",
)  # fmt: skip
TITLES: Final = (
    "The Salt Clock", "Harbour of Paper Moths", "Ninety-Nine Lanterns", "Tarrow's Last Ferry", "Käthe und die Möwen",
    "7 Doors to Vellin", "Rain, Steam, Nothing", "Ilse Morvan", 'The "Good" Cartographer', "2047: A Quiet Year",
    "The Glass Orchard", "The Glass Orchard", "A Map of Small Fires", "Élodie ne dort plus",
    "Bread for the Astronomers",
    "The Tenth Lighthouse", "The Tenth Lighthouse II", "The Tenth Lighthouse III", "Under the Copper Sky",
    "Zamarzły ogród", "The Weight of Marbles", "Cinders & Satin", "Night Train to Orlavik", "Return to Orlavik",
    "Mister Pumpernickel", "Mister Pumpernickel Goes to Sea", "The Locksmith's Daughter", "Eleven Minutes of Thunder",
    "Snow on the Antenna", "O Relógio de Areia", "The Committee", "What the Heron Knew", "Seven Aunts",
    "La Strada Ferma", "The Velvet Tribunal", "Kite Season", "Kiters", "Low Tide, High Treason", "The Quiet Forgery",
    "Forty Barrels", "A Violin for Mr. Oduro", "Hachigatsu no Kaze", "The Ox and the Orchestra", "Midnight at Pier 14",
    "The Second Gardener", "Ash Wednesday Club", "The Moonlit Ledger", "Café Nordpol", "The Unfinished Bridge",
    "Planet of the Beekeepers", "Beekeepers Rising", "Tomorrow, Twice", "The Paper Sheriff", "Dust over San Tiburcio",
    "Singing for Cornelius", "The Whale Surveyors", "Roots of the Mangrove", "Ice Choir", "The Man Who Drew Rivers",
    "Portrait of a Clockmaker", "Letters to Tante Rosl", "The Honest Pickpocket", "Sous les tuiles",
    "Ten Thousand Steps",
    "Bhairavi Express", "The Cloud Tailor", "Little Comet", "Little Comet and the Sleepy Giant", "The Umbrella War",
    "El faro de papel", "Gangnamdae Blues", "Half a Kingdom", "The Archivist", "Saffron Winter", "The Fourth Wallpaper",
    "Kein Wort zu Hannes", "Fog Signal",
)  # fmt: skip
# (name, code of the country, year, index of the owner in this list)
STUDIOS: Final = (
    ("Lantern Row Pictures", "GB", 1931, None),
    ("Morgenrot Film", "DE", 1948, None),
    ("Atelier des Brumes", "FR", 1956, None),
    ("Cinelagoa", "BR", 1972, None),
    ("Three Herons Studio", "NO", 1969, None),
    ("Kazemachi Animation", "JP", 1983, None),
    ("Quarzwerk", "DE", 1995, 1),
    ("Officina Delfino", "IT", 1949, None),
    ("Żuraw Studio", "PL", 1958, None),
    ("Paper Boat Animation", "CA", 1991, 0),
    ("Monsoon Gate", "IN", 1964, None),
    ("Sierra Quieta", "MX", 1961, None),
    ("Little Lantern", "GB", 2004, 9),
    ("Hallasan Works", "KR", 1999, None),
)
SERIES: Final = (
    "Tenth Lighthouse Saga",
    "Mister Pumpernickel",
    "Orlavik Chronicles",
    "Beekeeper Cycle",
    "Little Comet",
)
AWARDS: Final = ("Golden Heron", "Silver Lantern", "Crystal Reel", "Prix de l'Étoile Basse")
CATEGORIES: Final = ("Best Film", "Best Director", "Best Performance", "Best Score", "Best Screenplay")
RATING_SOURCES: Final = ("Reel Almanac", "Kinoskop", "Stalls & Balcony")
CHARACTERS: Final = (
    "Captain Tarrow", "Widow Anselma", "Inspector Quade", "Old Nils", "The Stranger", "Doctor Pell", "Young Käthe",
    "Aunt Fidelma", "Sergeant Bruun", "Lady Ombersley", "Tomasz", "Colonel Haverstock", "Sister Odile", "Pip",
    "Judge Marrable", "The Heron", "Renata", "Professor Kittredge", "Bo", "Mayor Lindt", "Signora Delfi",
    "Agent Eleven", "The Beekeeper", "Navigator Sool", "Mister Pumpernickel", "Comet", "Cornelius", "Hannes",
    "Queen Isaura", "The Narrator", "Farid", "Uncle Bartolo", "Nurse Okafo", "The Cartographer", "Little Ines",
)  # fmt: skip
CERTIFICATES: Final = {"DE": ("0", "6", "12", "16"), "GB": ("U", "PG", "12A", "15"), "FR": ("TP", "10", "12")}

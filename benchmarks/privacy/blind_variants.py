"""Ways of writing a private value, written without knowledge of the masker."""

import random
import re
import unicodedata
from collections.abc import Callable, Iterator

FUZZY: frozenset[str] = frozenset({"by ear", "scanned"})

Way = Callable[[str, str, random.Random], list[str]]


def _table(keys: str, values: str) -> dict[str, str]:
    return dict(zip(keys, values.split(), strict=True))


WORD = re.compile(r"[^\W_]+")
TEXT = frozenset({"person", "organisation", "place", "title", "word"})
COUNTED = frozenset({"identifier", "phone", "number", "money", "date"})
EN_KEYS = "qwertyuiop[]asdfghjkl;'zxcvbnm,.QWERTYUIOP{}ASDFGHJKL:\"ZXCVBNM<>"
RU_KEYS = "йцукенгшщзхъфывапролджэячсмитьбюЙЦУКЕНГШЩЗХЪФЫВАПРОЛДЖЭЯЧСМИТЬБЮ"
LAYOUTS = (  # the keys are right, the layout switched on is another country's
    str.maketrans(RU_KEYS, EN_KEYS),
    str.maketrans(re.sub("[^a-zA-Z]", "", EN_KEYS), re.sub("[хъжэбюХЪЖЭБЮ]", "", RU_KEYS)),
    str.maketrans("aqzwAQZW", "qawzQAWZ"),  # French
    str.maketrans("yzYZ", "zyZY"),  # German
)
RU_SOUNDS = "a b v g d e zh z i y k l m n o p r s t u f kh ts ch sh sch y e yu ya"
RU_LATIN = _table("абвгдежзийклмнопрстуфхцчшщыэюя", RU_SOUNDS)
EL_LATIN = _table("αβγδεζηθικλμνξοπρσςτυφχψω", "a v g d e z i th i k l m n x o p r s s t y f ch ps o")
LATIN_PLAIN = _table("äöüßåøæłñё", "ae oe ue ss aa oe ae l nh yo")
LATIN_RU = _table("abcdefghijklmnopqrstuvwxyz", "а б к д е ф г х и й к л м н о п к р с т у в в кс и з")
NATO = (
    "Alfa Bravo Charlie Delta Echo Foxtrot Golf Hotel India Juliett Kilo Lima Mike November Oscar Papa Quebec "
    "Romeo Sierra Tango Uniform Victor Whiskey Xray Yankee Zulu"
)
SAID = (  # digits from nought on, then the names of - @ . +
    "zero one two three four five six seven eight nine dash at dot plus",
    "null eins zwei drei vier fünf sechs sieben acht neun Strich Klammeraffe Punkt plus",
    "zéro un deux trois quatre cinq six sept huit neuf tiret arobase point plus",
)
TEENS = "ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen"
TENS = "- - twenty thirty forty fifty sixty seventy eighty ninety"
MONTHS = (
    "January February March April May June July August September October November December",
    "janvier février mars avril mai juin juillet août septembre octobre novembre décembre",
    "января февраля марта апреля мая июня июля августа сентября октября ноября декабря",
    "I II III IV V VI VII VIII IX X XI XII",
)
NUMERAL_SETS = ("٠١٢٣٤٥٦٧٨٩", "०१२३४५६७८९", "〇一二三四五六七八九", "⓪①②③④⑤⑥⑦⑧⑨", "⁰¹²³⁴⁵⁶⁷⁸⁹")
NUMERALS = [str.maketrans("0123456789", numerals) for numerals in NUMERAL_SETS]
SCANS = "m>rn rn>m cl>d l>1 li>h h>b e>c o>0 i>l w>vv g>q и>н ш>щ ν>v 0>O 1>l 5>S 8>B 田>由 東>束"
SOUNDS = "ph>f ck>k cc>tch sch>sh th>t gh>g ie>ee y>i w>v z>s ö>er ä>e ü>u ll>l tt>t v>f о>а е>и η>ι ω>ο nn>n er>ar"
FORMS = {
    "person": ("surname={1}&given={0}", "CN={1}\\, {0},OU=staff", "N:{1};{0};;;"),
    "date": ("day {2}, month {1}, year {0}", "D:{2} M:{1} Y:{0}"),
    "identifier": ("type={0};year={1};no={2}", "series {0}, running number {2}, year {1}"),
    "phone": ("country {0} area {1} line {2}{3}", "CC={0};NDC={1};SN={2}{3}"),
    "email": ("user={name};host={host}", "mailbox {name}, domain {host}"),
}
EXCUSES = ("no, sorry", "er, I mean", "wait, correction", "nein, Moment", "anzi, scusa")
JOINTS = ("-\n", "-\n> ", "=\n", "\n    ", "‐\r\n| ", "\u00ad\n")
ESCAPES: tuple[Callable[[str], str], ...] = (
    lambda c: "".join(f"%{b:02X}" for b in c.encode()),
    lambda c: f"&#{ord(c)};",
    lambda c: f"\\u{ord(c):04x}",
    lambda c: c.encode().decode("mac_roman"),  # a wrong guess of the encoding, of use for accents alone
)
LINKS = (
    "as in wie of point dash dot plus Strich Klammeraffe Punkt tiret arobase scan final pdf https intranet Frau Dr Mio"
)
ADDED = frozenset(WORD.findall(" ".join((LINKS, "und Limited", *EXCUSES, re.sub(r"{\w+}", " ", str(FORMS))))))


def _plain(text: str) -> str:
    return "".join(c for c in unicodedata.normalize("NFD", text) if not unicodedata.combining(c))


def _cased(text: str, table: dict[str, str]) -> str:
    """Replaces letters by a table of small letters, keeping capitals."""
    return "".join(table.get(c, c) if c.islower() else table.get(c.lower(), c).capitalize() for c in text)


def _pair(digits: str) -> str:
    """Two digits as they are read out in a year or a long number."""
    number, ones = int(digits), [*SAID[0].split()[:10], *TEENS.split()]
    if len(digits) == 1 or 10 <= number < 20:
        return ones[number]
    if number < 10:
        return f"oh {ones[number]}" if number else "double oh"
    return TENS.split()[number // 10] + (f"-{ones[number % 10]}" if number % 10 else "")


def _said_aloud(kind: str, value: str, _chance: random.Random) -> list[str]:
    if kind == "date":
        year, month, day = value.split("-")
        return [f"{_pair(day)} of {MONTHS[0].split()[int(month) - 1]}, {_pair(year[:2])} {_pair(year[2:])}"]
    if kind in {"number", "money"}:
        whole, _, rest = value.partition(".")
        pairs = [_pair(pair) for pair in re.findall("..?", whole)]
        return [" ".join([*pairs, "point", *map(_pair, rest)] if rest else pairs)]
    tables = [_table("0123456789-@.+", words) for words in SAID]
    return [" ".join(t.get(c, c) for c in re.findall(r"\d|[^\W\d_]+|[-@.+]", value)) for t in tables]


def _spelling_alphabet(kind: str, value: str, _chance: random.Random) -> list[str]:
    """One part is spelt as on the telephone, the others are said as they are."""
    words = value.split("-" if kind == "identifier" else " ")
    spelt = words.pop(-1 if kind == "person" else 0)
    letters = _plain(spelt).upper()
    if not re.fullmatch("[A-Z]+", letters):  # the alphabet has no code word for other letters
        return []
    code = {name[0]: name for name in NATO.split()}
    ways = [", ".join(f"{c} {link} {code[c]}" for c in letters) for link in ("as in", "wie", "=")]
    return [" ".join([*words, way] if kind == "person" else [way, *words]) for way in ways]


def _other_script(_kind: str, value: str, _chance: random.Random) -> list[str]:
    latin = _cased(_plain(_cased(_cased(re.sub("[ъьЪЬ]", "", value), LATIN_PLAIN), RU_LATIN)), EL_LATIN)
    if latin != _plain(value):
        return [latin]
    text = value.lower().replace("sh", "ш").replace("ch", "ч").replace("th", "т").replace("cc", "чч")
    return [_cased(_plain(text), LATIN_RU).title()]


def _encoded(_kind: str, value: str, _chance: random.Random) -> list[str]:
    """What another system's escapes, or its wrong guess of the encoding, leave of some characters."""
    accents = {i for i, c in enumerate(value) if ord(c) > 127}
    latin = 0 < len(accents) <= len(value) / 2
    # Of other values the first letters and the signs alone: a wholly escaped one could not be read any more.
    places = accents if latin else {m.start() for m in re.finditer(r"\b[^\W\d]|\W", value)}
    return ["".join(escape(c) if i in places else c for i, c in enumerate(value)) for escape in ESCAPES[: 3 + latin]]


def _torn_line(_kind: str, value: str, chance: random.Random) -> list[str]:
    """A word broken at the end of a line, as in a copied column or a quoted mail."""
    start, end = max((m.span() for m in WORD.finditer(value)), key=lambda s: s[1] - s[0], default=(0, 0))
    if end - start < 4:
        return []
    cut = chance.randint(start + 2, end - 2)
    return [value[:cut] + joint + value[cut:] for joint in JOINTS]


def _handle(kind: str, value: str, _chance: random.Random) -> list[str]:
    parts = WORD.findall(value)
    small = [_plain(_cased(part, LATIN_PLAIN)).lower() for part in parts]
    options = ["#" + "".join(part[:1].upper() + part[1:] for part in parts), f"scan_{'_'.join(small)}_final.pdf"]
    if kind == "person" and len(small) > 1:
        options += [f"@{small[0][0]}{small[-1]}", f"{small[-1]}.{small[0][0]}99"]
    return [*options, f"https://intranet/u/{'-'.join(small)}"]


def _form_fields(kind: str, value: str, _chance: random.Random) -> list[str]:
    parts = WORD.findall(value)
    if kind in FORMS and (kind == "email" or len(parts) == {"phone": 4, "person": 2}.get(kind, 3)):
        name, _, host = value.partition("@")
        return [form.format(*parts, name=name, host=host) for form in FORMS[kind]]
    # Forms on paper have one box for each character.
    return ["".join(" " if c == " " else box.format(c) for c in value) for box in ("[{}]", "{}|", "{}_")]


def _self_corrected(_kind: str, value: str, chance: random.Random) -> list[str]:
    """Speech: a false start said again in full, or a search for the next word."""
    words, start = value.split(), value[: max(2, len(value) * 3 // 5)].rstrip()
    if len(words) > 1 and chance.random() < 0.5:
        cut = chance.randint(1, len(words) - 1)
        return [f"{' '.join(words[:cut])}, {excuse}, {' '.join(words[cut:])}" for excuse in EXCUSES]
    return [f"{start}... {excuse}, {value}" for excuse in EXCUSES]


def _respelt(table: str, value: str, chance: random.Random) -> list[str]:
    fitting = [p.split(">") for p in table.split() if p.split(">")[0] in value[1:]]  # a first letter is seldom mistaken
    text = value
    for old, new in chance.sample(fitting, min(2, len(fitting))):
        text = text[0] + text[1:].replace(old, new, 1)
    return [text]


def _local_count(kind: str, value: str, _chance: random.Random) -> list[str]:
    """A number, an amount, a date or a telephone number as elsewhere in the world."""
    head, *rest = WORD.findall(value)
    tail = "".join(rest)
    if kind == "phone":
        return [f"00{head} (0){tail[:3]}/{tail[3:]}", ".".join(re.findall("..?", tail)), f"({tail[:3]}) {tail[3:]}"]
    if kind == "date":
        month, day = map(int, rest)
        named = [f"{day}. {names.split()[month - 1]} {head}" for names in MONTHS]
        return [*named, f"{day}/{month}/{head[2:]}", f"{head}年{month}月{day}日"]
    lakh = re.sub(r"(?<=\d)(?=(\d\d)*\d{3}$)", ",", head)
    millions = f"{float(value) / 1e6:.8f}".rstrip("0").replace(".", ",")
    return [f"{lakh}.{tail}".rstrip("."), f"{int(head):,}.{tail or '-'}".replace(",", "’"), f"{millions} Mio"]


def _local_name(kind: str, value: str, _chance: random.Random) -> list[str]:
    """The order, the signs and the shortenings that an office is used to."""
    first, _, tail = value.partition(" ")
    if kind == "person":
        return [f"{tail.upper()} {first}", f"{first[0]}. {tail}", f"Frau Dr. {tail}"] if tail else []
    if kind == "organisation":
        return [value.replace("&", "und").replace("Ltd", "Limited").replace("S.p.A.", "spa"), first]
    if kind == "place":
        short = re.sub("Street|straße", "St.", re.sub("^Rue", "R.", value))
        return [re.sub(r"(.*) (\d+)$", r"\2, \1", short), re.sub(r" (\d+)$", r" no. \1", short)]
    if kind == "email":
        return [" ".join(WORD.findall(value.partition("@")[0])).title(), value.replace("@", "(at)").replace(".", " . ")]
    series = re.fullmatch(r"(\w+)-(\d{4})-(\d+)", value)
    if series:
        name, year, count = series.groups()
        return [f"{name} {int(count)}/{year[2:]}", f"{count}.{year}.{name}", f"{name}№{count} ({year})"]
    return [f"{tail}, {first}", re.sub(r" \w{1,3}(?= )", " /", value)] if tail else []


WAYS: tuple[tuple[str, frozenset[str], Way], ...] = (
    ("said aloud", COUNTED | {"email"}, _said_aloud),
    ("spelling alphabet", frozenset({"person", "organisation", "word", "identifier"}), _spelling_alphabet),
    ("other script", TEXT, _other_script),
    ("wrong layout", TEXT | {"email"}, lambda _kind, value, _chance: [value.translate(keys) for keys in LAYOUTS]),
    ("encoded", TEXT | {"email", "phone", "identifier"}, _encoded),
    ("torn line", TEXT | {"email", "identifier", "number", "money"}, _torn_line),
    ("handle", TEXT | {"identifier", "date"}, _handle),
    ("form fields", TEXT | COUNTED | {"email"}, _form_fields),
    ("self-corrected", TEXT | COUNTED | {"email"}, _self_corrected),
    ("other digits", COUNTED | {"place"}, lambda _kind, value, _chance: [value.translate(n) for n in NUMERALS]),
    ("local habit", COUNTED - {"identifier"}, _local_count),
    ("local habit", (TEXT | {"identifier", "email"}) - {"word"}, _local_name),
    ("by ear", TEXT | {"email"}, lambda _kind, value, chance: _respelt(SOUNDS, value, chance)),
    ("scanned", TEXT | {"email", "identifier", "number"}, lambda _kind, value, chance: _respelt(SCANS, value, chance)),
)


def variants(kind: str, value: str, chance: random.Random) -> Iterator[tuple[str, str, str]]:
    """Writes a value in each way that fits its kind.

    Args:
        kind: What the value is: "person", "date" and so on.
        value: The value as the graph stores it.
        chance: The only source of randomness.

    Yields:
        The name of the class, the value so written, and the words that the class itself adds.
    """
    text = unicodedata.normalize("NFC", value)
    for name, kinds, way in WAYS:
        options = way(kind, text, chance) if kind in kinds else []
        fitting = [option for option in options if option.strip() and option not in {text, value}]
        if fitting:
            written = chance.choice(fitting)
            added = [w for w in WORD.findall(written) if w in ADDED and w.lower() not in WORD.findall(text.lower())]
            yield name, written, " ".join(dict.fromkeys(added))

"""Certificates are verified."""

from __future__ import annotations

import contextlib
import shutil
import socket
import ssl
import subprocess
from pathlib import Path

import pytest
from fault_server import FaultServer, answer, fault_server

from nlkgq.endpoints.protocol import Limits
from nlkgq.endpoints.sparql_protocol import SparqlEndpoint
from nlkgq.errors import EndpointError
from nlkgq.results.models import SelectResult
from nlkgq.validation.gate import gate

pytestmark = pytest.mark.skipif(shutil.which("openssl") is None, reason="openssl makes the certificate")


@pytest.fixture(scope="module")
def certificate(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Path]:
    """A certificate that signs itself, and its key."""
    folder = tmp_path_factory.mktemp("tls")
    certificate, key = folder / "certificate.pem", folder / "key.pem"
    command = ["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-subj", "/CN=localhost"]
    command += ["-addext", "subjectAltName=DNS:localhost", "-keyout", str(key), "-out", str(certificate)]
    subprocess.run(command, check=True, capture_output=True)
    return certificate, key


def ask(server: FaultServer) -> object:
    url = server.url.replace("http://127.0.0.1", "https://localhost")
    return SparqlEndpoint(url, name="secure").run(gate("SELECT ?x { ?s ?p ?x }"), limits=Limits(seconds=10))


def test_certificates(certificate: tuple[Path, Path], monkeypatch: pytest.MonkeyPatch) -> None:
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(*certificate)

    def behave(connection: socket.socket) -> None:
        with contextlib.suppress(ssl.SSLError), context.wrap_socket(connection, server_side=True) as secure:
            request = b""
            while b"query=" not in request:
                request += secure.recv(65_536)
            secure.sendall(answer())

    with fault_server(behave, read=False) as server:
        with pytest.raises(EndpointError, match="certificate") as caught:
            ask(server)
        assert caught.value.kind == "network"
        assert not caught.value.retryable
        monkeypatch.setenv("SSL_CERT_FILE", str(certificate[0]))
        assert isinstance(ask(server), SelectResult)

"""One question to a scripted server, for the tests of this folder."""

import asyncio
from typing import Any

import attrs

from notarius.contracts.generation import ModelRequest, ModelResponse
from notarius.errors import ModelError
from notarius.models.endpoint import HttpSettings
from notarius.models.http import HttpClient
from tests.meetings import ask, chunks_of
from tests.server import ModelServer

REQUEST = ask(chunks_of(1)[0])


async def _ask(client: HttpClient, requests: tuple[ModelRequest, ...]) -> list[ModelResponse | ModelError]:
    answers: list[ModelResponse | ModelError] = []
    try:
        for request in requests:
            try:
                answers.append(await asyncio.wait_for(client.generate(request), 30))
            except ModelError as error:
                answers.append(error)
    finally:
        await client.aclose()
    return answers


def ask_client(client: HttpClient, *requests: ModelRequest) -> list[ModelResponse | ModelError]:
    """The answers to the requests, one after the other; errors in their place."""
    return asyncio.run(_ask(client, requests or (REQUEST,)))


def client_of(server: ModelServer, **settings: Any) -> HttpClient:
    """A client of that server."""
    return HttpClient(HttpSettings(server.base_url, "scripted", **settings))


def answer_of(server: ModelServer, **settings: Any) -> ModelResponse | ModelError:
    """What one question comes to."""
    (answer,) = ask_client(client_of(server, **settings))
    return answer


def changed(**changes: Any) -> ModelRequest:
    """The question with other parameters."""
    return attrs.evolve(REQUEST, parameters=attrs.evolve(REQUEST.parameters, **changes))

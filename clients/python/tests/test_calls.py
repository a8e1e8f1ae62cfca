"""What a network and the servers between can do to a call, for both clients."""

import unittest
from collections.abc import Callable
from typing import Any

import httpx
from contactry import (
    BudgetReachedError,
    ConnectionError,
    ContactryError,
    InsufficientCreditsError,
    ValidationError,
)
from scripted import Service, Step, answer, problem, run_async, run_sync

GOOD = {"id": "lkp_1", "status": "completed"}
HTML = {"content-type": "text/html"}


def find(client: Any) -> Any:
    return client.find(profile_url="github.com/asha-example")


def change(client: Any) -> Any:
    return client.webhooks.change_endpoint("whe_1", enabled=False)


class Calls(unittest.TestCase):
    run_call = staticmethod(run_sync)

    def outcome(self, call: Callable[[Any], Any], *steps: Step, **options: Any) -> tuple[Any, Service]:
        service = Service(list(steps))
        try:
            return self.run_call(service, call, **options), service
        except (ContactryError, ConnectionError, TimeoutError) as error:
            return error, service

    def test_each_trouble_that_passes_is_outlasted_with_one_idempotency_key(self) -> None:
        troubles: list[Step] = [
            httpx.ConnectError("refused"),
            httpx.RemoteProtocolError("cut off"),
            httpx.ReadTimeout("late"),
            httpx.Response(200, content='{"id":', headers={"content-type": "application/json"}),
            httpx.Response(502, content="<h1>Bad gateway</h1>", headers=HTML),
            problem(503, "overloaded", retry_after="7"),
            problem(429, "rate_limited", retry_after="Thu, 01 Jan 1970 00:00:00 GMT"),
            problem(409, "idempotency_key_in_use", retry_after="1"),
        ]
        for trouble in troubles:
            with self.subTest(trouble=trouble):
                found, service = self.outcome(find, trouble, answer(GOOD))
                self.assertEqual(found, GOOD)
                keys = {request.headers["idempotency-key"] for request in service.asked}
                self.assertEqual((len(keys), len(service.asked)), (1, 2))
                self.assertEqual(service.asked[1].content, service.asked[0].content)
                self.assertEqual(service.asked[1].headers["authorization"], "Bearer cty_test_1")

    def test_a_call_ends_after_three_attempts_with_the_last_error(self) -> None:
        error, service = self.outcome(find, problem(503, "overloaded"))
        self.assertEqual((error.code, error.is_retryable, service.times), ("overloaded", True, [0, 0.5, 1.5]))
        error, service = self.outcome(find, httpx.ConnectError("refused"), max_retries=0)
        self.assertIsInstance(error, ConnectionError)
        self.assertEqual((str(error)[:24], len(service.asked)), ("https://service.example ", 1))

    def test_what_the_service_would_do_twice_is_repeated_only_after_429(self) -> None:
        for trouble in (httpx.ReadError("lost"), problem(503, "overloaded")):
            _, service = self.outcome(change, trouble, answer(GOOD))
            self.assertEqual(len(service.asked), 1)
        changed, service = self.outcome(change, problem(429, "rate_limited", retry_after="0"), answer(GOOD))
        self.assertEqual((changed, len(service.asked)), (GOOD, 2))

    def test_a_wait_of_more_than_a_minute_is_the_callers_to_decide(self) -> None:
        error, service = self.outcome(find, problem(429, "rate_limited", retry_after="3600"))
        self.assertEqual((error.retry_after, len(service.asked)), (3600, 1))

    def test_a_refusal_has_its_class_and_its_problem_and_is_not_repeated(self) -> None:
        body = {"code": "insufficient_credits", "status": 402, "detail": "Buy.", "balance": 0, "required": 1}
        error, service = self.outcome(find, answer(body, 402, x_request_id="r1"))
        self.assertIsInstance(error, InsufficientCreditsError)
        self.assertEqual((error.balance, error.required, error.status, error.request_id), (0, 1, 402, "r1"))
        self.assertEqual((str(error), error.is_retryable, error.problem), ("Buy.", False, body))
        self.assertEqual(len(service.asked), 1)

    def test_members_of_a_problem_cannot_replace_those_of_the_exception(self) -> None:
        body = {"code": "budget_reached", "detail": "No.", "args": 1, "with_traceback": 2, "is_retryable": 3}
        error, _ = self.outcome(find, answer(body, 429, retry_after="99"))
        self.assertIsInstance(error, BudgetReachedError)
        self.assertEqual((error.args, callable(error.with_traceback)), (("No.",), True))
        self.assertNotEqual(error.is_retryable, 3)

    def test_422_has_every_fault_with_its_place(self) -> None:
        faults = [{"loc": ["body", "profile_url"], "msg": "Field required", "type": "missing"}]
        error, _ = self.outcome(find, answer({"detail": faults}, 422))
        self.assertIsInstance(error, ValidationError)
        self.assertEqual((error.faults, str(error)), (faults, "body.profile_url: Field required"))

    def test_an_answer_of_another_server_has_the_code_of_its_status(self) -> None:
        strange = (
            httpx.Response(400, content="<h1>No</h1>", headers=HTML),
            answer(["x"], 400),
            answer({"detail": "x"}, 400),
            httpx.Response(400, content="{", headers={"content-type": "application/json"}),
        )
        for response in strange:
            error, _ = self.outcome(find, response)
            self.assertEqual(error.code, "http_400")
        error, _ = self.outcome(find, httpx.Response(200, content="<h1>Hi</h1>", headers=HTML))
        self.assertEqual((type(error), error.code), (ContactryError, "http_200"))

    def test_a_redirect_is_not_followed(self) -> None:
        elsewhere = httpx.Response(302, headers={"location": "https://elsewhere.example/"})
        error, service = self.outcome(find, elsewhere)
        self.assertEqual((error.code, len(service.asked)), ("redirected", 1))
        self.assertIn("https://elsewhere.example/", str(error))

    def test_an_answer_without_end_is_refused(self) -> None:
        endless = httpx.Response(200, content=b" " * (64 * 1024 * 1024 + 1), headers={"content-type": "application/json"})
        error, _ = self.outcome(find, endless)
        self.assertEqual(error.code, "http_200")

    def test_an_id_of_dots_leads_to_no_other_address(self) -> None:
        for id in (".", "..", ""):
            with self.assertRaises(ValueError):
                self.outcome(lambda client: client.jobs.get(id), answer(GOOD))
        _, service = self.outcome(lambda client: client.jobs.get("a/b?c"), answer(GOOD))
        self.assertEqual(service.asked[0].url.raw_path, b"/api/v1/jobs/a%2Fb%3Fc")

    def test_a_list_is_read_to_its_end(self) -> None:
        pages = [answer({"items": [1, 2], "next_cursor": "b"}), answer({"items": [3], "next_cursor": None})]
        rows, service = self.outcome(lambda client: client.jobs.list(status="completed"), *pages)
        self.assertEqual(rows, [1, 2, 3])
        self.assertEqual(service.asked[1].url.params["cursor"], "b")
        self.assertEqual(service.asked[1].url.params["status"], "completed")
        pages = [
            answer({"events": [1, 2], "total": 3, "offset": 0}),
            answer({"events": [3], "total": 3, "offset": 2}),
        ]
        rows, service = self.outcome(lambda client: client.items("GET /api/v1/usage"), *pages)
        self.assertEqual((rows, service.asked[1].url.params["offset"]), ([1, 2, 3], "2"))

    def test_booleans_lists_and_nothing_become_a_query(self) -> None:
        query = {"dry_run": True, "include": ["emails", "links"], "name": None}
        _, service = self.outcome(lambda client: client.call("POST /api/v1/jobs", query=query), answer(GOOD))
        self.assertEqual(service.asked[0].url.query, b"dry_run=true&include=emails&include=links")


class AsyncCalls(Calls):
    run_call = staticmethod(run_async)


if __name__ == "__main__":
    unittest.main()

"""Waiting for a job, for both clients."""

import unittest
from typing import Any

import httpx
from contactry import ConnectionError, KeyRevokedError
from scripted import Service, Step, answer, problem, run_async, run_sync

POLICY = '"key";q=20;w=60'


def job(status: str, **headers: str) -> httpx.Response:
    return answer({"status": status}, 200, ratelimit_policy=POLICY, **headers)


class Waiting(unittest.TestCase):
    run_call = staticmethod(run_sync)

    def wait(self, steps: list[Step], **options: Any) -> tuple[str, list[float]]:
        service = Service(steps)
        ended = self.run_call(service, lambda client: client.jobs.wait("job_1", **options), max_retries=0)
        return ended["status"], service.times

    def test_a_job_is_asked_for_at_a_quarter_of_the_rate_of_its_key(self) -> None:
        seen: list[str] = []
        steps: list[Step] = [job("queued"), job("running"), job("running"), job("running"), job("completed")]
        ended = self.wait(steps, on_progress=lambda one: seen.append(one["status"]))
        self.assertEqual(ended, ("completed", [0, 1, 2, 14, 26]))
        self.assertEqual(seen, ["queued", "running", "running", "running", "completed"])

    def test_a_paused_job_is_the_callers_to_decide(self) -> None:
        self.assertEqual(self.wait([job("running"), job("paused")]), ("paused", [0, 1]))

    def test_a_restart_and_a_used_up_rate_are_outlasted(self) -> None:
        steps: list[Step] = [
            job("running"),
            httpx.ConnectError("refused"),
            problem(502, "bad_gateway"),
            problem(503, "overloaded", retry_after="5"),
            problem(429, "rate_limited", retry_after="30"),
            job("running", ratelimit='"key";r=0;t=40'),
            job("completed"),
        ]
        self.assertEqual(self.wait(steps), ("completed", [0, 1, 3, 5, 10, 40, 80]))

    def test_waiting_ends_after_five_minutes_without_an_answer(self) -> None:
        service = Service([job("running"), httpx.ConnectError("refused")])
        with self.assertRaises(ConnectionError):
            self.run_call(service, lambda client: client.jobs.wait("job_1"), max_retries=0)
        self.assertEqual(service.times[-1], 301)

    def test_another_refusal_ends_the_waiting_at_once(self) -> None:
        with self.assertRaises(KeyRevokedError):
            self.wait([job("running"), problem(401, "key_revoked")])

    def test_waiting_ends_before_it_would_take_longer_than_allowed(self) -> None:
        service = Service([job("running")])
        with self.assertRaises(TimeoutError):
            self.run_call(service, lambda client: client.jobs.wait("job_1", max_seconds=14))
        self.assertEqual(service.times, [0, 1, 2, 14])

    def test_a_service_that_asks_for_years_is_asked_again_after_five_minutes(self) -> None:
        steps: list[Step] = [
            job("running", ratelimit='"key";r=0;t=999999999'),
            answer({"status": "running"}, 200, ratelimit_policy='"key";q=0;w=60'),
            job("completed"),
        ]
        self.assertEqual(self.wait(steps)[1][:2], [0, 300])


class AsyncWaiting(Waiting):
    run_call = staticmethod(run_async)


if __name__ == "__main__":
    unittest.main()

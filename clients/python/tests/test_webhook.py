import base64
import hashlib
import hmac
import time
import unittest

from contactry import WebhookError, verify_webhook

SECRET = "whsec_" + base64.b64encode(b"a" * 32).decode()
OTHER = "whsec_" + base64.b64encode(b"b" * 32).decode()
BODY = '{"type":"endpoint.test","timestamp":"2026-11-23T01:08:27.000Z","data":{"message":"Añjali"}}'


def headers(body: str = BODY, at: float | None = None, secret: str = SECRET) -> dict[str, str]:
    sent_at = str(int(time.time() if at is None else at))
    key = base64.b64decode(secret.removeprefix("whsec_"))
    digest = hmac.new(key, f"msg_1.{sent_at}.{body}".encode(), hashlib.sha256).digest()
    signature = f"v1,{base64.b64encode(digest).decode()}"
    return {"Webhook-Id": "msg_1", "webhook-timestamp": sent_at, "webhook-signature": signature}


class Verification(unittest.TestCase):
    def test_a_signed_message_is_its_event(self) -> None:
        for body in (BODY, BODY.encode()):
            event = verify_webhook(body, headers(), SECRET)
            self.assertEqual((event["id"], event["type"]), ("msg_1", "endpoint.test"))

    def test_either_secret_will_do_while_one_is_replaced(self) -> None:
        self.assertTrue(verify_webhook(BODY, headers(), [OTHER, SECRET]))
        twice = headers(secret=OTHER)
        twice["webhook-signature"] += " " + headers()["webhook-signature"]
        self.assertTrue(verify_webhook(BODY, twice, SECRET))

    def test_any_other_message_is_refused(self) -> None:
        now = time.time()
        refused = [
            (BODY + " ", headers(), SECRET),
            (BODY, headers(), OTHER),
            (BODY, headers(at=now - 302), SECRET),
            (BODY, headers(at=now + 302), SECRET),
            (BODY, {}, SECRET),
            (BODY, headers() | {"webhook-timestamp": "9" * 5_000}, SECRET),
            (BODY, headers() | {"webhook-timestamp": "١٢"}, SECRET),
            (BODY, headers() | {"webhook-signature": "v1,ñ v2,x"}, SECRET),
        ]
        for body, given, secret in refused:
            with self.subTest(given=given), self.assertRaises(WebhookError):
                verify_webhook(body, given, secret)

    def test_a_secret_that_is_none_is_a_mistake_of_the_program(self) -> None:
        for secret in ("", "whsec_", "whsec_?", SECRET.removeprefix("whsec_")):
            with self.subTest(secret=secret), self.assertRaises(ValueError):
                verify_webhook(BODY, headers(), secret)


if __name__ == "__main__":
    unittest.main()

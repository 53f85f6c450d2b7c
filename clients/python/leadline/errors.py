"""What Leadline refuses, in its own sentences."""


NO_VALUE = 404  # the status where no trial has a value yet


class LeadlineError(Exception):
    """Leadline refused a request or could not be reached; status is that of a server's answer, else 0."""

    def __init__(self, sentence: str, status: int = 0) -> None:
        super().__init__(sentence)
        self.status = status


class NoTrial(LeadlineError):
    """There is no trial now; reason is budget, space, enough, paused or ended."""

    def __init__(self, sentence: str, reason: str, status: int = 0) -> None:
        super().__init__(sentence, status)
        self.reason = reason

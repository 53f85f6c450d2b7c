"""A client for a Leadline server: ask for trials, tell their results. Standard library only."""

from .client import LeadlineError, NoTrial, Study, Trial, create, open_study

__all__ = ["LeadlineError", "NoTrial", "Study", "Trial", "create", "open_study"]

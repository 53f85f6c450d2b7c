"""Good settings for expensive functions in tens of evaluations."""

from .client import create, open_study
from .errors import LeadlineError, NoTrial
from .result import Prediction, Recommendation, Result, TrialRecord
from .space import Parameter, choice, flag, integer, ordinal, real
from .study import Study, maximise, maximize, minimise, minimize
from .trial import Trial

__all__ = [
    "LeadlineError", "NoTrial", "Parameter", "Prediction", "Recommendation", "Result", "Study", "Trial", "TrialRecord", "choice", "create",
    "flag", "integer", "maximise", "maximize", "minimise", "minimize", "open_study", "ordinal", "real"]

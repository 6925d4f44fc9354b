import { entityTooLarge } from '../meta/status.ts';
import { parseSurveyed, surveyJson } from './json.ts';
import { maxContainers, maxExactNumbers, maxNames } from './object-size.ts';
import type { TextSurvey } from './text-survey.ts';

/**
 * The value of a JSON text that a client sent. A text of more parts than an object has is rejected before it is parsed: a
 * million of the smallest take the parser and everything after it ten times as long as the same text in parts of the
 * usual size. Throws DecodeError, and RequestEntityTooLarge.
 */
export function parseBodyJson(text: string): unknown {
  return parseBodyText(text, surveyBody(text));
}

/** The two halves of `parseBodyJson`, between which others may have their turn. Throws RequestEntityTooLarge. */
export function surveyBody(text: string): TextSurvey {
  const survey = surveyJson(text);
  const { names, containers } = survey;
  if (names > maxNames) throw entityTooLarge(`limit is ${maxNames} field names, got ${names}`);
  if (containers > maxContainers) {
    throw entityTooLarge(`limit is ${maxContainers} objects and arrays, got ${containers}`);
  }
  return survey;
}

/** Throws DecodeError, and RequestEntityTooLarge. */
export const parseBodyText = (text: string, survey: TextSurvey): unknown =>
  parseSurveyed(text, survey, maxExactNumbers);

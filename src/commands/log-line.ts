/**
 * Every field that a line of the log may have, in JSON and in text: one line is one JSON object, or one line of text with
 * the message first and the others as `field="value"`. Lines go to standard error. Besides there are only the one line of a
 * start-up error, before the log begins, and the greeting of a server that made its own credentials.
 */
export const logFields = {
  level:
    'severity: 20 debug, 30 info, 40 warning, 50 error, 60 fatal; in text the first letter, I (debug and info), W, E or F',
  time: 'when, as 2026-11-24T02:15:48.120Z; in text as 1124 02:15:48.120000',
  msg: 'what happened',
  err: 'the error behind it: type, message, stack and cause in JSON, the stack in text',
  worker: 'which worker of a server of several writes the line, from 1 on',
  name: 'of an event in the life of the server: ShutdownInitiated, AfterShutdownDelayDuration, …',
  verb: 'of a request: get, list, create, …',
  URI: 'of a request, cut to 512 characters like all that a client sent',
  resp: 'the status code of the answer',
  latency: 'milliseconds from the request to the end of its answer',
  steps: 'milliseconds of each step of a slow request; they overlap, as admission contains its webhooks',
  user: 'who asked',
  userAgent: 'with which client',
  'audit-ID': 'of the request, as in the header Audit-Id and in the audit log',
  srcIP: 'from where',
  unlogged:
    'slow requests since the last line for one that got none, as there were more than ten in a second',
} as const;

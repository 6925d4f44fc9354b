import express, { type Express } from 'express';

/** Express without what costs on every request and helps nobody here: query parsing, entity tags, its banner. */
export function createApplication(): Express {
  const application = express();
  application.disable('x-powered-by');
  application.disable('etag');
  application.disable('query parser');
  application.enable('case sensitive routing');
  application.enable('strict routing');
  return application;
}

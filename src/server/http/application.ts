import express, { type Express } from 'express';

/** Express without query parsing, entity tags and its banner, which cost on every request. */
export function createApplication(): Express {
  const application = express();
  application.disable('x-powered-by');
  application.disable('etag');
  application.disable('query parser');
  application.enable('case sensitive routing');
  application.enable('strict routing');
  return application;
}

import express, { type Express } from 'express';

/** Express without the features that cost on every request and are not used: query parsing, ETags, its banner. */
export function createApplication(): Express {
  const application = express();
  application.disable('x-powered-by');
  application.disable('etag');
  application.disable('query parser');
  application.enable('case sensitive routing');
  application.enable('strict routing');
  return application;
}

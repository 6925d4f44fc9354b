import { createContext } from 'preact';
import { useContext } from 'preact/hooks';
import type { ResourceType, Session } from '../calls/session.ts';

/** The server that every view shows. */
export interface AppContext {
  session: Session;
  types: readonly ResourceType[];
}

export const appContext = createContext<AppContext | undefined>(undefined);

export function useApp(): AppContext {
  const app = useContext(appContext);
  if (app === undefined) throw new Error('a view stands outside the page');
  return app;
}

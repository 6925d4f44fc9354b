import { useState } from 'preact/hooks';
import { type Route, withQuery } from '../address/route.ts';
import { go } from '../address/use-route.ts';
import { messageOf } from '../calls/call-error.ts';
import { typeName } from '../calls/session.ts';
import { useApp } from '../frame/app-context.ts';
import { AccessAnswerView } from './access-answer-view.tsx';
import { type AccessAnswer, askAccess } from './ask-access.ts';

const verbs = [
  'get',
  'list',
  'watch',
  'create',
  'update',
  'patch',
  'delete',
  'deletecollection',
  'impersonate',
  '*',
];
const empty = { user: '', groups: '', verb: 'get', what: 'pods', name: '', ns: 'default' };
type Asked = typeof empty;

/** Asks who may do what. The question is in the URL. */
export function AccessForm({ route }: { route: Route }) {
  const app = useApp();
  const [asked, setAsked] = useState<Asked>({ ...empty, ...route.query });
  const [answer, setAnswer] = useState<AccessAnswer | string | undefined>();
  const ask = async (event: Event): Promise<void> => {
    event.preventDefault();
    go(withQuery(route, asked), true);
    setAnswer(await askAccess(asked, app).catch(messageOf));
  };
  const field = (name: keyof Asked, label: string, hint = '', list?: string) => (
    <label>
      {label}
      <input
        type="text"
        value={asked[name]}
        placeholder={hint}
        list={list}
        onInput={({ currentTarget }) => setAsked({ ...asked, [name]: currentTarget.value })}
      />
    </label>
  );
  return (
    <>
      <h2>Who may do what</h2>
      <form class="fields" onSubmit={(event) => void ask(event)}>
        {field('user', 'User', 'you')}
        {field('groups', 'Groups', 'developers, testers')}
        {field('verb', 'May', 'get', 'verbs')}
        {field('what', 'What', 'pods, deployments.apps/scale, /metrics', 'types')}
        {field('name', 'Named', 'any')}
        {field('ns', 'In namespace', 'all')}
        <button type="submit" class="primary">
          Ask
        </button>
      </form>
      <datalist id="verbs">
        {verbs.map((verb) => (
          <option key={verb} value={verb} />
        ))}
      </datalist>
      <datalist id="types">
        {app.types.map((type) => (
          <option key={typeName(type)} value={typeName(type)} />
        ))}
      </datalist>
      {typeof answer === 'string' && (
        <p class="problem" role="alert">
          {answer}
        </p>
      )}
      {typeof answer === 'object' && <AccessAnswerView answer={answer} />}
    </>
  );
}

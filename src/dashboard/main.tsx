import { render } from 'preact';
import { App } from './app.tsx';
import { messageOf } from './calls/call-error.ts';
import { readSession, readTypes } from './calls/session.ts';
import { showTheme, storedTheme } from './frame/theme-button.tsx';

const root = document.getElementById('page')!;
showTheme(storedTheme());
try {
  const [session, types] = await Promise.all([readSession(), readTypes()]);
  root.replaceChildren();
  render(<App session={session} types={types} />, root);
} catch (error) {
  root.replaceChildren();
  render(
    <main class="failure">
      <h1>The dashboard cannot show this server</h1>
      <p>{messageOf(error)}</p>
      <button type="button" onClick={() => location.reload()}>
        Try again
      </button>
    </main>,
    root,
  );
}

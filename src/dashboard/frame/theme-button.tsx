import { useState } from 'preact/hooks';

type Theme = '' | 'dark' | 'light';
const next: Readonly<Record<Theme, Theme>> = { '': 'dark', dark: 'light', light: '' };
const names: Readonly<Record<Theme, string>> = { '': 'Auto', dark: 'Dark', light: 'Light' };

/** Dark, light, or as the system is. Kept in the browser. */
export function ThemeButton() {
  const [theme, setTheme] = useState<Theme>(storedTheme);
  const change = (): void => {
    const changed = next[theme];
    localStorage.setItem('theme', changed);
    showTheme(changed);
    setTheme(changed);
  };
  return (
    <button type="button" class="theme" aria-label={`Colours: ${names[theme]}`} onClick={change}>
      {names[theme]}
    </button>
  );
}

export function storedTheme(): Theme {
  const stored = localStorage.getItem('theme') ?? '';
  return stored in next ? (stored as Theme) : '';
}

export function showTheme(theme: Theme): void {
  document.documentElement.dataset['theme'] = theme;
}

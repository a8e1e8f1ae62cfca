import { type Theme, theme } from './theme.ts';

const themes: [Theme, string][] = [
  ['auto', 'Auto'],
  ['light', 'Light'],
  ['dark', 'Dark'],
];

export function ThemeSwitch() {
  return (
    <fieldset class="segments">
      <legend class="unseen">Theme</legend>
      {themes.map(([value, text]) => (
        <label key={value}>
          <input
            type="radio"
            name="theme"
            value={value}
            checked={theme.value === value}
            onChange={() => {
              theme.value = value;
            }}
          />
          <span>{text}</span>
        </label>
      ))}
    </fieldset>
  );
}

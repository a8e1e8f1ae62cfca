import { signal } from '@preact/signals';
import { useId, useState } from 'preact/hooks';
import { Copy } from '#web/shared/values/copy.tsx';
import { type Call, codeOf, type Language, languages } from './code-of.ts';
import { useApiUrl } from './use-api-url.ts';
import './as-code.css';

const place = 'contactry.language';
const kept = localStorage.getItem(place);

/** The reader's language, the same on every page. */
const language = signal<Language>(languages.find(([id]) => id === kept)?.[0] ?? 'curl');

function choose(id: Language): void {
  language.value = id;
  localStorage.setItem(place, id);
}

interface AsCodeProps {
  of: Call;
  title?: string;
  /** Folded until it is asked for, on wide screens too. */
  isFolded?: boolean;
}

/** A call as code to copy. Folded on phones. */
export default function AsCode({ of, title = 'As code', isFolded = false }: AsCodeProps) {
  const [isOpen, setOpen] = useState(() => !isFolded && matchMedia('(min-width: 56rem)').matches);
  return (
    <details class="as-code" open={isOpen} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>{title}</summary>
      {isOpen && <Code of={of} />}
    </details>
  );
}

function Code({ of }: { of: Call }) {
  const apiUrl = useApiUrl();
  const code = apiUrl && codeOf(of, language.value, apiUrl);
  return (
    <div class="code">
      <div class="code-head">
        <Languages />
        {code && <Copy text={code} />}
      </div>
      <pre>{code}</pre>
      <p class="small faint">
        Your key is read from the environment variable <code>CONTACTRY_KEY</code>.
        {language.value === 'typescript' && (
          <>
            {' '}
            The client <code>contactry</code> comes from this service, not from npm:{' '}
            <a href="/docs/typescript">install it</a>.
          </>
        )}
      </p>
    </div>
  );
}

function Languages() {
  const group = useId();
  return (
    <fieldset class="segments">
      <legend class="unseen">Language</legend>
      {languages.map(([id, name]) => (
        <label key={id}>
          <input
            type="radio"
            name={group}
            // Not of the form around it.
            form="none"
            checked={language.value === id}
            onChange={() => choose(id)}
          />
          <span>{name}</span>
        </label>
      ))}
    </fieldset>
  );
}

import type { PriceList } from './types.ts';

export const Questions = ({ of: { faqs, contact } }: { of: PriceList }) => (
  <section class="stack" aria-labelledby="questions">
    <h2 id="questions">Questions</h2>
    {faqs.map(({ question, answer }) => (
      <details key={question}>
        <summary>{question}</summary>
        <p>{answer}</p>
      </details>
    ))}
    {contact.href && (
      <p>
        Anything else? <a href={contact.href}>{contact.label}</a>
      </p>
    )}
  </section>
);

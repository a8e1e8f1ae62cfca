const shapes =
  '<rect width="32" height="32" rx="8" fill="#0b57d0"/><path d="M21.2 10.6a7.5 7.5 0 1 0 0 10.8" fill="none" stroke="#fff" stroke-width="3.4" stroke-linecap="round"/><circle cx="22.4" cy="16" r="2.6" fill="#a8c7fa"/>';

/** Contactry's mark, for the tab of the browser. */
export const markAddress = `data:image/svg+xml,${encodeURIComponent(`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32">${shapes}</svg>`)}`;

export function Mark() {
  return <img class="mark" src={markAddress} alt="" width="28" height="28" />;
}

// A server that listens beyond this machine asks for a token. It arrives once, in the address, and is kept for the tab.

const NAME = "tabula.token";

export function keepToken(): void {
  const found = /^#token=(.+)$/.exec(location.hash)?.[1];
  if (!found) return;
  sessionStorage.setItem(NAME, decodeURIComponent(found));
  history.replaceState(null, "", location.pathname + location.search);
}

export function token(): string | null {
  return sessionStorage.getItem(NAME);
}

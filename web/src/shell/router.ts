// Every state is an address. Plain links are followed without loading the page again.
import { signal } from "@preact/signals";

/** Where we are. */
export const place = signal(new URL(location.href));

/** Goes to an address of this page. `replace` leaves no step behind to go back to. */
export function go(href: string, how: "push" | "replace" = "push"): void {
  const url = new URL(href, location.href);
  if (how === "push") history.pushState(null, "", url);
  else history.replaceState(null, "", url);
  place.value = url;
  if (how === "push") scrollTo(0, 0);
}

/** Looks after clicks on links and the back button. */
export function followLinks(): void {
  addEventListener("popstate", () => (place.value = new URL(location.href)));
  addEventListener("click", (event) => {
    if (event.defaultPrevented || event.button !== 0) return;
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    const link = event.target instanceof Element ? event.target.closest("a") : null;
    if (!link || link.target || link.hasAttribute("download") || link.origin !== location.origin) return;
    if (link.pathname.startsWith("/api/")) return;
    event.preventDefault();
    go(link.href);
  });
}

/** Folder the page was loaded from, without trailing slash; calls and routes hang below it (S2.01). */
export function pageBase(pagePath: string = window.location.pathname): string {
  return pagePath.replace(/\/[^/]*$/, '')
}

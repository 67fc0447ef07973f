let navigate = (path: string): void => {
  window.location.hash = `#${path}`
}

/** The router hands its navigate here, so that code outside components can move. */
export function setNavigator(next: (path: string) => void): void {
  navigate = next
}

export function goTo(path: string): void {
  navigate(path)
}

/** The current page with its query, as the router sees it: `/index/30123000045?uId=…`. */
export function currentPath(): string {
  const path = window.location.hash.replace(/^#/, '')
  return path === '' ? '/' : path
}

const PAGES_WITHOUT_SESSION = ['/login', '/setup', '/invitation', '/signed-in']

/** Whether the page in view is one that needs no session (S4.05). */
export function isOnLoginPage(): boolean {
  const path = currentPath().split('?')[0] ?? ''
  return PAGES_WITHOUT_SESSION.includes(path)
}

/** A path to return to after sign-in: inside this app only, never another origin. */
export function safeRedirect(value: string | null): string {
  if (value === null || !/^\/(?!\/)[^\s\\]*$/.test(value)) return '/index'
  const isLogin = PAGES_WITHOUT_SESSION.some((page) => value === page || value.startsWith(`${page}?`))
  return isLogin ? '/index' : value
}

/** Whether the router did not write this entry of the history: a page load, or an address put into the bar. */
export function isFromOutside(key: string): boolean {
  return key === 'default'
}

/** The browser is at a newer address than the one being drawn: the router draws it as soon as it can. */
export function isBehind(key: string): boolean {
  const { key: newest } = (window.history.state ?? {}) as { key?: string }
  return newest !== undefined && newest !== key
}

import { vi } from 'vitest'

/** jsdom knows no media queries: until the test ends the screen is as wide as the three-panel layouts ask for. */
export function showWideScreen(): void {
  vi.spyOn(window, 'matchMedia').mockImplementation(
    (query) =>
      ({
        matches: query.includes('min-width: 1440'),
        media: query,
        addEventListener: () => {},
        removeEventListener: () => {},
        addListener: () => {},
        removeListener: () => {},
      }) as unknown as MediaQueryList,
  )
}

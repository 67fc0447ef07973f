import { useSyncExternalStore } from 'react'

/** Height of a dense row, in pixels. */
export const ROW_HEIGHT = 33

function onDensity(listener: () => void): () => void {
  const observer = new MutationObserver(listener)
  observer.observe(document.documentElement, { attributes: true })
  return () => observer.disconnect()
}

function rowHeight(): number {
  const height = Number.parseFloat(getComputedStyle(document.documentElement).getPropertyValue('--qd-row'))
  return Number.isFinite(height) && height >= 24 ? height : ROW_HEIGHT
}

/** Height of rows in the chosen density, in pixels: the token `--qd-row`. */
export function useRowHeight(): number {
  return useSyncExternalStore(onDensity, rowHeight)
}

import type { KeyboardEvent, PointerEvent, ReactNode } from 'react'
import styles from './editor.module.css'

const STEP = 16

export interface SplitterProps {
  label: string
  /** Width of the panel it sizes, in pixels. */
  width: number
  min: number
  max: number
  side: 'left' | 'right'
  onResize: (width: number) => void
}

/** The gap between two panels: dragged, or moved by arrow keys, it sizes the outer one. */
export function Splitter({ label, width, min, max, side, onResize }: SplitterProps): ReactNode {
  const direction = side === 'left' ? 1 : -1
  const resize = (next: number): void => onResize(Math.round(Math.min(max, Math.max(min, next))))
  const onKeyDown = (event: KeyboardEvent): void => {
    const step = event.key === 'ArrowRight' ? STEP : event.key === 'ArrowLeft' ? -STEP : 0
    if (step === 0) return
    event.preventDefault()
    resize(width + step * direction)
  }
  const onPointerDown = (event: PointerEvent<HTMLDivElement>): void => {
    const handle = event.currentTarget
    const startX = event.clientX
    handle.setPointerCapture(event.pointerId)
    const move = (moved: globalThis.PointerEvent): void =>
      resize(width + (moved.clientX - startX) * direction)
    const stop = (): void => handle.removeEventListener('pointermove', move)
    handle.addEventListener('pointermove', move)
    handle.addEventListener('pointerup', stop, { once: true })
    handle.addEventListener('pointercancel', stop, { once: true })
  }
  return (
    <div
      role="separator"
      aria-orientation="vertical"
      aria-label={label}
      aria-valuenow={width}
      aria-valuemin={min}
      aria-valuemax={max}
      tabIndex={0}
      className={styles.splitter}
      style={{ [side]: width }}
      onKeyDown={onKeyDown}
      onPointerDown={onPointerDown}
    />
  )
}

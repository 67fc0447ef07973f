import { cssZoom } from '@qd/web-base'
import type { KeyboardEvent, PointerEvent, ReactNode } from 'react'
import styles from './splitter.module.css'

const STEP = 16

export interface SplitterProps {
  label: string
  /** Pixels of the panel it sizes: its width, or its height where it lies above or below. */
  size: number
  min: number
  max: number
  /** Where the panel it sizes stands. */
  side: 'left' | 'right' | 'bottom'
  onResize: (size: number) => void
}

/** Steps of an arrow key along the way the gap moves. */
function stepOf(key: string, isLying: boolean): number {
  if (key === (isLying ? 'ArrowDown' : 'ArrowRight')) return STEP
  if (key === (isLying ? 'ArrowUp' : 'ArrowLeft')) return -STEP
  return 0
}

/** How large the panel is drawn: what is around it may leave it less than it wants. */
function drawnSize(handle: HTMLElement, { side, size }: Pick<SplitterProps, 'side' | 'size'>): number {
  const around = handle.offsetParent?.getBoundingClientRect()
  if (around === undefined || around.width === 0) return size
  const distance = Math.abs(handle.getBoundingClientRect()[side] - around[side])
  return Math.min(size, Math.round(distance / cssZoom(handle)))
}

/** The gap between two panels: dragged, or moved by arrow keys, it sizes the outer one. */
export function Splitter({ label, size, min, max, side, onResize }: SplitterProps): ReactNode {
  const isLying = side === 'bottom'
  const direction = side === 'left' ? 1 : -1
  const resize = (next: number): void => onResize(Math.round(Math.min(max, Math.max(min, next))))
  const onKeyDown = (event: KeyboardEvent<HTMLElement>): void => {
    const step = stepOf(event.key, isLying)
    if (step === 0) return
    event.preventDefault()
    resize(drawnSize(event.currentTarget, { side, size }) + step * direction)
  }
  const onPointerDown = (event: PointerEvent<HTMLDivElement>): void => {
    const handle = event.currentTarget
    const start = isLying ? event.clientY : event.clientX
    const zoom = cssZoom(handle)
    const before = drawnSize(handle, { side, size })
    handle.setPointerCapture(event.pointerId)
    const move = (moved: globalThis.PointerEvent): void =>
      resize(before + (((isLying ? moved.clientY : moved.clientX) - start) / zoom) * direction)
    const stop = (): void => handle.removeEventListener('pointermove', move)
    handle.addEventListener('pointermove', move)
    handle.addEventListener('pointerup', stop, { once: true })
    handle.addEventListener('pointercancel', stop, { once: true })
  }
  return (
    <div
      role="separator"
      aria-orientation={isLying ? 'horizontal' : 'vertical'}
      aria-label={label}
      aria-valuenow={size}
      aria-valuemin={min}
      aria-valuemax={max}
      tabIndex={0}
      className={styles.splitter}
      data-lying={isLying}
      style={{ [side]: `min(${size}px, 100%)` }}
      onKeyDown={onKeyDown}
      onPointerDown={onPointerDown}
    />
  )
}

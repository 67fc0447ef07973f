import { useIsMobile } from '@qd/web-base'
import type { CSSProperties, KeyboardEvent, ReactNode } from 'react'
import { useRedisTexts } from '../texts.ts'
import styles from './analysis.module.css'
import { shareText } from '../figures/shown.ts'
import { treemap } from './treemap.ts'

const ASPECT = { wide: 3.8, narrow: 1.2 }
/** Parts smaller than this share of a percent could not be seen or met. */
const SHARE_MIN = 0.0005

export interface Part {
  readonly id: string
  readonly name: string
  readonly weight: number
  /** The weight in words. */
  readonly text: string
  /** Null: nothing lies below. */
  readonly onOpen: (() => void) | null
}

const STEPS: Readonly<Record<string, number>> = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }

/** Arrow keys go from part to part by size, Home and End to the ends, Backspace up. */
function moveFocus(event: KeyboardEvent<HTMLElement>, onUp: (() => void) | null): void {
  if (event.key === 'Backspace' && onUp !== null) {
    event.preventDefault()
    onUp()
    return
  }
  const all = [...event.currentTarget.querySelectorAll('button')]
  const at = all.findIndex((each) => each === document.activeElement)
  const step = STEPS[event.key] ?? 0
  const next = event.key === 'Home' ? 0 : event.key === 'End' ? all.length - 1 : at + step
  if (next === at || at < 0) return
  event.preventDefault()
  all[Math.min(all.length - 1, Math.max(0, next))]?.focus()
}

/** Parts of a folder as rectangles of their size; each is a button that opens its part. */
export function TreemapView(props: { parts: readonly Part[]; onUp: (() => void) | null }): ReactNode {
  const t = useRedisTexts()
  const aspect = useIsMobile() ? ASPECT.narrow : ASPECT.wide
  const total = props.parts.reduce((sum, { weight }) => sum + weight, 0)
  const parts = props.parts
    .filter(({ weight }) => weight > 0 && weight / total >= SHARE_MIN)
    .toSorted((a, b) => b.weight - a.weight)
  const tiles = treemap(
    parts.map(({ weight }) => weight),
    aspect,
  )
  return (
    <div
      role="group"
      aria-label={t('analysis.treemap')}
      className={styles.treemap}
      style={{ aspectRatio: String(aspect) }}
      onKeyDown={(event) => moveFocus(event, props.onUp)}
    >
      {parts.map(({ id, name, weight, text, onOpen }, at) => {
        const { left, top, width, height } = tiles[at]!
        const share = shareText(weight, total)
        const strength = Math.round(8 + 26 * Math.sqrt(weight / parts[0]!.weight))
        const style = {
          left: `${left}%`,
          top: `${top}%`,
          width: `${width}%`,
          height: `${height}%`,
          '--strength': `${strength}%`,
        } as CSSProperties
        return (
          <button
            key={id}
            type="button"
            className={styles.tile}
            style={style}
            tabIndex={at === 0 ? 0 : -1}
            aria-label={`${name}, ${text}, ${share}`}
            aria-disabled={onOpen === null}
            title={`${name}\n${text} · ${share}`}
            onClick={() => onOpen?.()}
          >
            <span className={styles.tileName}>{name}</span>
            <span className={styles.tileSize}>{text}</span>
          </button>
        )
      })}
    </div>
  )
}

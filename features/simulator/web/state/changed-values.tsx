import { useState } from 'react'
import type { KeyboardEvent, ReactNode } from 'react'
import { selectFrame } from '../connections/connection-store.ts'
import { useSimulatorTexts } from '../texts.ts'
import type { ChangedModule, ChangedValue } from './group-changes.ts'
import styles from './state-panel.module.css'

const SHOWN_FRAMES = 2

/** JSON as people read it in one line. */
function shown(text: string): string {
  return text.length > 120 ? `${text.slice(0, 120)}…` : text
}

/** Of a value and a frame that changed it. */
const stopOf = ({ path, module }: ChangedValue, frame: number): string => `${module} ${path} ${frame}`

interface ChangeProps {
  change: ChangedValue
  connection: string
  /** The one frame number the Tab key reaches. */
  stop: string
  onStop: (stop: string) => void
}

function Change({ change, connection, stop, onStop }: ChangeProps): ReactNode {
  const t = useSimulatorTexts()
  const { module, path, before, after, frames } = change
  return (
    <li className={styles.change}>
      <span className={styles.path}>{path === '' ? module : `${module}.${path}`.replace('.[', '[')}</span>
      <span className={styles.values}>
        {before === '' ? (
          <span className={styles.fresh}>{t('page.state.added')}</span>
        ) : (
          <del>{shown(before)}</del>
        )}
        {before !== '' && after !== '' ? <span aria-hidden>→</span> : null}
        {after === '' ? (
          <span className={styles.gone}>{t('page.state.removed')}</span>
        ) : (
          <ins>{shown(after)}</ins>
        )}
      </span>
      <span className={styles.frames}>
        {frames.slice(0, SHOWN_FRAMES).map((frame) => (
          <button
            key={frame}
            type="button"
            data-frame
            tabIndex={stopOf(change, frame) === stop ? 0 : -1}
            className={styles.frame}
            onFocus={() => onStop(stopOf(change, frame))}
            aria-label={t('page.state.toFrame', { number: frame })}
            onClick={() => selectFrame(connection, frame)}
          >
            #{frame}
          </button>
        ))}
        {frames.length <= SHOWN_FRAMES ? null : (
          <span className={styles.more}>+{frames.length - SHOWN_FRAMES}</span>
        )}
      </span>
    </li>
  )
}

/** Where a key leads from a frame number; null: not among them. */
function movedTo(key: string, at: number, last: number): number | null {
  if (key === 'ArrowDown' || key === 'ArrowRight') return Math.min(last, at + 1)
  if (key === 'ArrowUp' || key === 'ArrowLeft') return Math.max(0, at - 1)
  if (key === 'Home') return 0
  return key === 'End' ? last : null
}

function moveFocus(event: KeyboardEvent<HTMLElement>): void {
  const buttons = [...event.currentTarget.querySelectorAll<HTMLElement>('[data-frame]')]
  const at = buttons.findIndex((button) => button === document.activeElement)
  const to = at < 0 ? null : movedTo(event.key, at, buttons.length - 1)
  if (to === null) return
  event.preventDefault()
  buttons[to]?.focus()
}

/** Values before and after, by module; each leads to the frames that changed it. Tab reaches one of them, arrows the others. */
export function ChangedValues(props: { groups: readonly ChangedModule[]; connection: string }): ReactNode {
  const [stop, setStop] = useState('')
  const stops = props.groups.flatMap(({ values }) =>
    values.flatMap((change) => change.frames.slice(0, SHOWN_FRAMES).map((frame) => stopOf(change, frame))),
  )
  const shownStop = stops.includes(stop) ? stop : (stops[0] ?? '')
  return (
    // eslint-disable-next-line jsx-a11y/no-static-element-interactions -- keys lead from one frame number to the next
    <div onKeyDown={moveFocus}>
      {props.groups.map(({ module, values }) => (
        <section key={module} aria-label={module}>
          <h3 className={styles.module}>{module}</h3>
          <ul className={styles.list}>
            {values.map((change) => (
              <Change
                key={change.path}
                change={change}
                connection={props.connection}
                stop={shownStop}
                onStop={setStop}
              />
            ))}
          </ul>
        </section>
      ))}
    </div>
  )
}

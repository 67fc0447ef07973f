import type { ReactNode } from 'react'
import { selectFrame } from '../connections/connection-store.ts'
import { useSimulatorTexts } from '../texts.ts'
import type { ChangedModule, ChangedValue } from './group-changes.ts'
import styles from './state-panel.module.css'

const SHOWN_FRAMES = 2

/** JSON as people read it in one line. */
function shown(text: string): string {
  return text.length > 120 ? `${text.slice(0, 120)}…` : text
}

function Change({ change, connection }: { change: ChangedValue; connection: string }): ReactNode {
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
            className={styles.frame}
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

/** Values before and after, by module; each leads to the frames that changed it. */
export function ChangedValues(props: { groups: readonly ChangedModule[]; connection: string }): ReactNode {
  return props.groups.map(({ module, values }) => (
    <section key={module} aria-label={module}>
      <h3 className={styles.module}>{module}</h3>
      <ul className={styles.list}>
        {values.map((change) => (
          <Change key={change.path} change={change} connection={props.connection} />
        ))}
      </ul>
    </section>
  ))
}

import type { PlayerKey } from '@qd/contract-kit'
import { formatQuantity } from '@qd/web-base'
import { Tag } from '@qd/web-controls'
import { useKept } from '@qd/web-frame'
import { ChevronRight } from 'lucide-react'
import type { ReactNode } from 'react'
import type { Place } from '@qd/player-diff'
import type { ModuleEntry } from '../model/module-list.ts'
import type { ValueHit } from '../model/value-search.ts'
import { moduleState } from '../model/wrong-type.ts'
import { useEditorPlace, useSessionPart } from '../state/editor-context.ts'
import { useEditor } from '../state/editor-store.ts'
import { useFaultTexts } from '../state/use-fault-texts.ts'
import { useEditTexts } from '../texts.ts'
import { changeLabel } from '../values/change-label.ts'
import styles from './module-panel.module.css'

/** Goes to a place and marks it: in the grid where it is a cell, else in the form. */
function goTo(player: PlayerKey, place: Place): void {
  const isCell = place.key !== undefined && place.path.length === 1
  useEditor.getState().patch(player, {
    diff: place.diff,
    mode: isCell ? 'table' : 'form',
    rowKey: place.key ?? null,
    column: isCell ? String(place.path[0]) : null,
    focus: place,
  })
}

function HitButton({ hit }: { hit: ValueHit }): ReactNode {
  const place = useEditorPlace()
  const { protocol, data } = useSessionPart((session) => session.draft)
  const { row } = changeLabel(protocol, hit.place, { data, place })
  const { key } = hit.place
  return (
    <li>
      <button
        type="button"
        className={styles.value}
        data-module
        onClick={() => goTo(place.player, hit.place)}
      >
        {key === undefined ? null : (
          <span className={styles.row}>
            {key} {row === hit.text ? '' : row}
          </span>
        )}
        <span className={styles.field}>{hit.field}</span>
        <bdi className={styles.text} title={hit.text}>
          {hit.text}
        </bdi>
      </button>
    </li>
  )
}

function Numbers({ entry }: { entry: ModuleEntry }): ReactNode {
  const t = useEditTexts()
  const fault = useFaultTexts()
  const { changes, count, info } = entry
  const { base, data } = useSessionPart((session) => session.draft)
  const { kind } = moduleState(info, base, data)
  const faults = changes.filter((change) => fault(change) !== null).length
  return (
    <span className={styles.numbers}>
      {faults === 0 ? null : (
        <Tag tone="error" title={t('modules.faults', { count: faults })}>
          {faults}
        </Tag>
      )}
      {changes.length === 0 ? null : (
        <Tag tone="warn" title={t('modules.pending', { count: changes.length })}>
          {changes.length}
        </Tag>
      )}
      {kind === 'sound' ? (
        <span className={styles.count}>{formatQuantity(count)}</span>
      ) : (
        <Tag tone={kind === 'missing' ? 'warn' : 'error'}>
          {t(kind === 'missing' ? 'wrong.missingShort' : 'wrong.moduleShort')}
        </Tag>
      )}
    </span>
  )
}

/** A module, and under it what the search has found in its values. */
export function ModuleButton({ entry, isActive }: { entry: ModuleEntry; isActive: boolean }): ReactNode {
  const t = useEditTexts()
  const { player } = useEditorPlace()
  const [closed, setClosed] = useKept<readonly string[]>('data-edit.closedModules', [])
  const { info, label, hit, values } = entry
  const isClosed = closed.includes(info.name)
  const more = values === null ? 0 : values.rows - new Set(values.hits.map(({ place }) => place.key)).size
  const open = (): void =>
    useEditor.getState().patch(player, {
      diff: info.name,
      rowKey: null,
      column: hit?.fieldName ?? null,
      focus: hit?.fieldName === undefined ? null : { diff: info.name, path: [hit.fieldName] },
      ...(isActive ? {} : { mode: 'table' as const }),
    })
  const toggle = (): void =>
    setClosed(isClosed ? closed.filter((name) => name !== info.name) : [...closed, info.name])
  return (
    <li className={styles.entry}>
      <button
        type="button"
        className={styles.module}
        aria-current={isActive}
        data-module={info.name}
        onClick={open}
      >
        <span className={styles.label}>{label}</span>
        <code className={styles.proto}>{info.netKey}</code>
        <Numbers entry={entry} />
        {hit === null || hit.kind === 'module' ? null : (
          <span className={styles.hit}>
            {t(`modules.hit.${hit.kind}`)} {hit.text}
          </span>
        )}
      </button>
      {values === null ? null : (
        <>
          <button
            type="button"
            className={styles.toggle}
            aria-expanded={!isClosed}
            data-module
            onClick={toggle}
          >
            <ChevronRight size={12} aria-hidden /> {t('modules.values', { count: values.rows })}
          </button>
          {isClosed ? null : (
            <ul className={styles.values}>
              {values.hits.map((each) => (
                <HitButton key={JSON.stringify(each.place)} hit={each} />
              ))}
              {more > 0 && info.key !== '' ? (
                <li className={styles.moreValues}>{t('modules.more', { count: more })}</li>
              ) : null}
            </ul>
          )}
        </>
      )}
    </li>
  )
}

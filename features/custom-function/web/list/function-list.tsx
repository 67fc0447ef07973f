import { useMediaQuery } from '@qd/web-base'
import { IconButton, ListSearch, MenuButton, Panel, RiskTag, Tag } from '@qd/web-controls'
import { EmptyState } from '@qd/web-frame'
import type { MenuItem } from '@qd/web-controls'
import { Blocks, EllipsisVertical, Gamepad2, SearchX, Star, User } from 'lucide-react'
import { useDeferredValue, useId, useMemo, useState } from 'react'
import type { KeyboardEvent, ReactNode } from 'react'
import type { FunctionEntry } from '../../contract/index.ts'
import { keyOf } from '../model/function-key.ts'
import { listGroups } from '../model/list-groups.ts'
import type { ListGroup, Marked } from '../model/list-groups.ts'
import { useFunctionTexts } from '../texts.ts'
import styles from './function-list.module.css'

/** Moves the focus between functions by arrow keys. */
function moveFocus(event: KeyboardEvent<HTMLElement>): void {
  const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
  if (step === 0) return
  const buttons = [...event.currentTarget.querySelectorAll<HTMLButtonElement>('button[data-function]')]
  const at = buttons.findIndex((button) => button === document.activeElement)
  buttons[at + step]?.focus()
  event.preventDefault()
}

function Row(props: { entry: FunctionEntry; isChosen: boolean; onChoose: () => void }): ReactNode {
  const t = useFunctionTexts()
  const { entry, isChosen, onChoose } = props
  const { source, title, target, risk, mayRun, whyNot } = entry
  const Icon = source === 'server' ? Gamepad2 : Blocks
  // Beside the names of the narrow list its word would leave nothing of them.
  const hasRoom = useMediaQuery('(max-width: 991px), (min-width: 1440px)')
  return (
    <li>
      <button
        type="button"
        className={styles.row}
        aria-current={isChosen}
        data-function={keyOf(entry)}
        data-off={!mayRun}
        title={entry.comment || title}
        onClick={onChoose}
      >
        <span className={styles.source} title={t(`source.${source}`)}>
          <Icon size={14} aria-label={t(`source.${source}`)} />
        </span>
        <span className={styles.name}>{title}</span>
        {whyNot === 'hidden' || whyNot === 'archived' ? <Tag>{t(`list.${whyNot}`)}</Tag> : null}
        {target === 'player' ? (
          <span className={styles.needs} title={t('list.needsPlayer')}>
            <User size={13} aria-label={t('list.needsPlayer')} />
          </span>
        ) : null}
        <RiskTag risk={risk} hasRoom={hasRoom} />
      </button>
    </li>
  )
}

function Group(props: {
  group: ListGroup
  chosen: string | null
  onChoose: (entry: FunctionEntry) => void
}): ReactNode {
  const t = useFunctionTexts()
  const headId = useId()
  const { kind, name, entries } = props.group
  return (
    <section aria-labelledby={headId}>
      <h3 id={headId} className={styles.group}>
        {kind === 'favourite' ? <Star size={11} aria-hidden /> : null}
        {kind === 'group' ? name : t(`list.${kind}`)}
      </h3>
      <ul className={styles.list}>
        {entries.map((entry) => (
          <Row
            key={keyOf(entry)}
            entry={entry}
            isChosen={keyOf(entry) === props.chosen}
            onChoose={() => props.onChoose(entry)}
          />
        ))}
      </ul>
    </section>
  )
}

interface FunctionListProps {
  list: readonly FunctionEntry[]
  chosen: string | null
  marked: Marked
  onChoose: (entry: FunctionEntry) => void
  /** Above the groups: what is wrong with the server's own functions. */
  notice?: ReactNode
  /** Where there are none at all. */
  empty: ReactNode
  /** Making and taking in functions, for those who may. */
  menu: readonly MenuItem[]
}

/** All functions offered here, by group, with search. */
export function FunctionList(props: FunctionListProps): ReactNode {
  const t = useFunctionTexts()
  const { list, marked, menu } = props
  const [search, setSearch] = useState('')
  const needle = useDeferredValue(search)
  const groups = useMemo(() => listGroups(list, needle, marked), [list, needle, marked])
  return (
    <Panel
      title={t('list.title')}
      icon={<Blocks size={15} aria-hidden />}
      count={list.length}
      actions={
        menu.length === 0 ? undefined : (
          <MenuButton label={t('list.menu')} items={menu}>
            <EllipsisVertical size={15} aria-hidden />
          </MenuButton>
        )
      }
    >
      <ListSearch label={t('list.search')} value={search} onChange={setSearch} />
      {props.notice}
      <div className={styles.groups} onKeyDown={moveFocus}>
        {list.length === 0 ? props.empty : null}
        {list.length > 0 && groups.length === 0 ? (
          <EmptyState
            icon={<SearchX />}
            title={t('list.noMatch')}
            action={
              <button type="button" className={styles.clear} onClick={() => setSearch('')}>
                {t('list.clearSearch')}
              </button>
            }
          />
        ) : null}
        {groups.map((group) => (
          <Group
            key={`${group.kind} ${group.name}`}
            group={group}
            chosen={props.chosen}
            onChoose={props.onChoose}
          />
        ))}
      </div>
    </Panel>
  )
}

/** Marks a function as one that is used often. */
export function FavouriteButton({ isOn, onToggle }: { isOn: boolean; onToggle: () => void }): ReactNode {
  const t = useFunctionTexts()
  return (
    <IconButton label={t(isOn ? 'list.unfavour' : 'list.favour')} aria-pressed={isOn} onClick={onToggle}>
      <Star size={15} aria-hidden fill={isOn ? 'currentColor' : 'none'} />
    </IconButton>
  )
}

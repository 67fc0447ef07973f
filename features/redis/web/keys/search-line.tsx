import { IconButton, MenuButton } from '@qd/web-controls'
import { AutoComplete, Input } from 'antd'
import { ChevronDown, Equal, Search, SlidersHorizontal, Star } from 'lucide-react'
import { useState } from 'react'
import type { ReactNode } from 'react'
import { REDIS_TYPES } from '../../contract/index.ts'
import type { RedisBytes } from '../../contract/index.ts'
import { openSettings } from '../settings/settings-dialog.tsx'
import { useRedisTexts } from '../texts.ts'
import { showKey } from '../workspace/workspace.ts'
import { isGlob, patternOf } from './key-names.ts'
import type { KeySession } from './key-session.ts'
import { useKeys } from './key-sessions.ts'
import styles from './keys.module.css'
import { useLoadSettings } from './load-settings.ts'
import { choicesOf } from './search-choices.tsx'
import type { ChoiceOption, SearchChoice } from './search-choices.tsx'
import { useSearches } from './searches.ts'
import { TimeFilter } from './time-filter.tsx'

export const SEARCH_BOX = 'redis-key-search'
function TypeFilter({ session }: { session: KeySession }): ReactNode {
  const t = useRedisTexts()
  const type = useKeys(session, ({ params }) => params.type)
  const pick = (next: string): void => void session.scan({ type: next })
  const nameOf = (each: string): string => (each === 'other' ? t('keys.otherTypes') : each)
  return (
    <MenuButton
      label={type === '' ? t('keys.type') : `${t('keys.type')}: ${nameOf(type)}`}
      items={[
        { key: 'all', label: t('keys.allTypes'), isChosen: type === '', onSelect: () => pick('') },
        ...REDIS_TYPES.map((each) => ({
          key: each,
          label: nameOf(each),
          isChosen: each === type,
          onSelect: () => pick(each),
        })),
      ]}
    >
      <span className={styles.typeFilter} data-on={type !== ''}>
        {type === '' ? t('keys.type') : nameOf(type)}
        <ChevronDown size={12} aria-hidden />
      </span>
    </MenuButton>
  )
}

function ViewMenu({ session }: { session: KeySession }): ReactNode {
  const t = useRedisTexts()
  const [settings, change] = useLoadSettings()
  const { isTree, mode } = useKeys(session, ({ params }) => params)
  const hasTree = session.database.connection.separators.length > 0
  const set = (next: { mode?: 'quick' | 'full'; isTree?: boolean }): void => {
    change(next)
    void session.scan(next)
  }
  return (
    <MenuButton
      label={t('keys.view.title')}
      items={[
        ...(hasTree
          ? [
              {
                key: 'tree',
                label: t('keys.view.tree'),
                isChosen: isTree,
                onSelect: () => set({ isTree: true }),
              },
              {
                key: 'list',
                label: t('keys.view.list'),
                isChosen: !isTree,
                onSelect: () => set({ isTree: false }),
              },
            ]
          : []),
        {
          key: 'quick',
          label: t('keys.view.quick', { count: settings.load }),
          isChosen: mode === 'quick',
          isSeparated: hasTree,
          onSelect: () => set({ mode: 'quick' }),
        },
        {
          key: 'full',
          label: t('keys.view.full'),
          isChosen: mode === 'full',
          onSelect: () => set({ mode: 'full' }),
        },
        {
          key: 'sizes',
          label: t('keys.view.sizes'),
          isChosen: settings.hasSizes,
          isSeparated: true,
          onSelect: () => change({ hasSizes: !settings.hasSizes }),
        },
        {
          key: 'settings',
          label: t('settings.more'),
          isSeparated: true,
          onSelect: openSettings,
        },
      ]}
    >
      <SlidersHorizontal size={14} aria-hidden />
    </MenuButton>
  )
}

/** Looks for keys: by pattern, by a part of the name, or by the exact name, which never scans. */
export function SearchLine({ session }: { session: KeySession }): ReactNode {
  const t = useRedisTexts()
  const pattern = useKeys(session, ({ params }) => params.pattern)
  const found = useKeys(session, (state) => state.found)
  const searches = useSearches(session.database.connection.id)
  // What was typed is about the search of that moment: another one puts its own pattern there.
  const [box, setBox] = useState({ text: pattern, of: pattern })
  const typed = box.of === pattern ? box.text : pattern
  const setTyped = (text: string): void => setBox({ text, of: pattern })
  const [isExact, setExact] = useState(false)
  const [isListOpen, setListOpen] = useState(false)
  const find = async (key: RedisBytes): Promise<void> => {
    const facts = await session.find(key)
    if (facts !== null && facts.type !== 'none') showKey({ databaseId: session.database.id, key })
  }
  const scan = (wanted: string, isMeant: boolean): void => {
    setTyped(wanted)
    if (wanted !== '') searches.note(wanted)
    void session.scan({ pattern: wanted, isGlob: isMeant })
  }
  const run = (choice: SearchChoice): void => {
    if (choice.kind === 'forget') searches.forgetHistory()
    else if (choice.kind === 'pattern') scan(choice.pattern, choice.isGlob === true)
    else {
      if (typeof choice.key === 'string') setTyped(choice.key)
      void find(choice.key)
    }
  }
  const submit = (): void => {
    if (isExact && typed !== '') void find(typed)
    // Stars that were put around a text are meant as such.
    else scan(patternOf(typed), !isGlob(typed))
  }
  const isStarred = pattern !== '' && searches.isFavourite('pattern', pattern)
  return (
    <div className={styles.searchLine} role="search">
      <AutoComplete<string, ChoiceOption>
        className={styles.search}
        value={typed}
        options={choicesOf(typed.trim() === pattern ? '' : typed, searches, t) as unknown as ChoiceOption[]}
        defaultActiveFirstOption={false}
        open={isListOpen}
        onOpenChange={setListOpen}
        popupMatchSelectWidth={300}
        onChange={(value: string, option) => {
          // A chosen proposal is no text of the box.
          if (option === undefined || Array.isArray(option) || option.choice === undefined) setTyped(value)
        }}
        onSelect={(_value, option) => run(option.choice)}
      >
        <Input
          id={SEARCH_BOX}
          size="small"
          aria-label={t('keys.search.label')}
          placeholder={t(isExact ? 'keys.search.exactHint' : 'keys.search.hint')}
          spellCheck={false}
          prefix={<Search size={13} aria-hidden />}
          suffix={
            <button
              type="button"
              className={styles.exact}
              aria-pressed={isExact}
              aria-label={t('keys.search.exactMode')}
              title={t('keys.search.exactMode')}
              onClick={() => setExact(!isExact)}
            >
              <Equal size={13} aria-hidden />
            </button>
          }
          onKeyDown={(event) => {
            if (event.key !== 'Enter' || event.nativeEvent.isComposing) return
            // A proposal the arrows stand on is chosen instead.
            const active = event.currentTarget.getAttribute('aria-activedescendant')
            if (active !== null && document.querySelector('.ant-select-item-option-active') !== null) return
            // Enter opens proposals that were put away: they would lie over what is found.
            event.stopPropagation()
            setListOpen(false)
            submit()
          }}
        />
      </AutoComplete>
      {pattern === '' || found !== null ? null : (
        <IconButton
          isSmall
          label={t(isStarred ? 'keys.menu.unstar' : 'keys.search.star')}
          aria-pressed={isStarred}
          onClick={() => searches.toggle({ kind: 'pattern', name: pattern })}
        >
          <Star size={14} aria-hidden fill={isStarred ? 'currentColor' : 'none'} />
        </IconButton>
      )}
      <TypeFilter session={session} />
      <TimeFilter session={session} />
      <ViewMenu session={session} />
    </div>
  )
}

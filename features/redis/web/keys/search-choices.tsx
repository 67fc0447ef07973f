import { History, Search, Star } from 'lucide-react'
import type { ReactNode } from 'react'
import type { RedisBytes } from '../../contract/index.ts'
import { copiedBytes, shownBytes } from '../detail/model/bytes.ts'
import type { RedisTexts } from '../texts.ts'
import { bytesId } from './row-ids.ts'
import { isGlob } from './key-names.ts'
import styles from './keys.module.css'
import type { KeptSearches } from './searches.ts'

/** What choosing a line of the proposals does. */
export type SearchChoice =
  | { kind: 'pattern'; pattern: string; isGlob?: boolean }
  | { kind: 'key'; key: RedisBytes }
  | { kind: 'forget' }

export interface ChoiceOption {
  value: string
  label: ReactNode
  choice: SearchChoice
}

interface ChoiceGroup {
  label: ReactNode
  options: ChoiceOption[]
}

const ICON = { size: 13, 'aria-hidden': true } as const
const SHOWN = 8

function line(icon: ReactNode, text: string, beside = ''): ReactNode {
  return (
    <span className={styles.choice}>
      {icon}
      <span className={styles.choiceText}>{text}</span>
      <span className={styles.choiceBeside}>{beside}</span>
    </span>
  )
}

/** How a typed text can be meant, favourites and searches made before. */
export function choicesOf(typed: string, searches: KeptSearches, t: RedisTexts): ChoiceGroup[] {
  const search = <Search {...ICON} />
  const asPattern = (value: string, pattern: string, beside: string): ChoiceOption => ({
    value,
    label: line(search, pattern, beside),
    choice: { kind: 'pattern', pattern, isGlob: true },
  })
  const ways: ChoiceOption[] =
    typed === ''
      ? []
      : isGlob(typed)
        ? [asPattern('as pattern', typed, t('keys.search.pattern'))]
        : [
            asPattern('as contains', `*${typed}*`, t('keys.search.contains')),
            asPattern('as begins', `${typed}*`, t('keys.search.begins')),
          ]
  if (typed !== '')
    ways.push({
      value: 'as exact',
      label: line(search, typed, t('keys.search.exact')),
      choice: { kind: 'key', key: typed },
    })
  const fits = (text: string): boolean => text.toLowerCase().includes(typed.toLowerCase())
  const favourites = searches.favourites
    .filter(({ name }) => fits(shownBytes(name)))
    .slice(0, SHOWN)
    .map(({ kind, name }): ChoiceOption => ({
      value: `star ${kind} ${bytesId(name)}`,
      label: line(
        <Star {...ICON} />,
        shownBytes(name),
        t(kind === 'key' ? 'keys.search.aKey' : 'keys.search.pattern'),
      ),
      choice: kind === 'key' ? { kind, key: name } : { kind, pattern: copiedBytes(name) },
    }))
  const history = searches.history
    .filter(fits)
    .slice(0, SHOWN)
    .map((pattern): ChoiceOption => ({
      value: `before ${pattern}`,
      label: line(<History {...ICON} />, pattern),
      choice: { kind: 'pattern', pattern },
    }))
  if (history.length > 0)
    history.push({ value: 'forget', label: t('keys.search.forget'), choice: { kind: 'forget' } })
  return [
    { label: t('keys.search.as'), options: ways },
    { label: t('keys.search.favourites'), options: favourites },
    { label: t('keys.search.history'), options: history },
  ].filter(({ options }) => options.length > 0)
}

import { MOST_PATTERN_CHARS, readPattern, splitPattern } from '@qd/contract-kit'
import type { GrantResource, ResourceKind } from '@qd/contract-kit'
import { useResourceTitle } from '@qd/web-base'
import { useClearable } from '@qd/web-forms'
import { Input, Select } from 'antd'
import type { ReactNode } from 'react'
import { useAccessTexts } from '../texts.ts'
import styles from './grants.module.css'

const everythingOf = ({ kind, parts }: ResourceKind): GrantResource => ({
  kind,
  pattern: parts.map(() => '*').join('/'),
})

/** The pattern with another text in one part. Only the last part may hold a slash. */
function withPart(written: readonly string[], at: number, text: string): string {
  const typed = at === written.length - 1 ? text : text.replaceAll('/', '')
  return written.map((part, index) => (index === at ? typed || '*' : part)).join('/')
}

/** Whether the fields make a pattern that the server takes, or none is asked for. */
export function isWholePattern(kinds: readonly ResourceKind[], resource: GrantResource | undefined): boolean {
  if (resource === undefined) return true
  const count = kinds.find(({ kind }) => kind === resource.kind)?.parts.length ?? 0
  return (
    resource.pattern.length <= MOST_PATTERN_CHARS && typeof readPattern(resource.pattern, count) !== 'string'
  )
}

interface ResourceFieldsProps {
  kinds: readonly ResourceKind[]
  value: GrantResource | undefined
  onChange: (resource: GrantResource | undefined) => void
}

/** What a grant is narrowed to: a kind, and a text for each part of a name. Nothing chosen: everything at its place. */
export function ResourceFields({ kinds, value, onChange }: ResourceFieldsProps): ReactNode {
  const t = useAccessTexts()
  const titleOf = useResourceTitle()
  const chosen = kinds.find(({ kind }) => kind === value?.kind)
  const written =
    chosen === undefined || value === undefined ? [] : splitPattern(value.pattern, chosen.parts.length)
  const isWrong = value !== undefined && readPattern(value.pattern, written.length) === 'star'
  return (
    <div className={styles.only}>
      <Select<string>
        aria-label={t('only.kind')}
        allowClear={useClearable()}
        prefix={t('only.kind')}
        placeholder={t('only.all')}
        value={value?.kind}
        options={kinds.map(({ kind }) => ({ value: kind, label: titleOf(kind) }))}
        onChange={(kind: string | undefined) => {
          const next = kinds.find((each) => each.kind === kind)
          onChange(next === undefined ? undefined : everythingOf(next))
        }}
      />
      {chosen === undefined ? null : (
        <div className={styles.parts}>
          {chosen.parts.map((part, at) => (
            <label key={part} className={styles.part}>
              <span>{titleOf(chosen.kind, part)}</span>
              <Input
                placeholder="*"
                value={written[at] === '*' ? '' : written[at]}
                maxLength={MOST_PATTERN_CHARS}
                onChange={({ target }) =>
                  onChange({ kind: chosen.kind, pattern: withPart(written, at, target.value) })
                }
              />
            </label>
          ))}
        </div>
      )}
      {chosen === undefined ? null : (
        <span className={isWrong ? styles.warning : styles.onlyHint} role={isWrong ? 'alert' : undefined}>
          {t(isWrong ? 'only.star' : 'only.hint')}
        </span>
      )}
    </div>
  )
}

import { textByKey, usePermissionTitle, useResourceTitle } from '@qd/web-base'
import { EnvironmentTag, Time } from '@qd/web-controls'
import { ENVIRONMENTS } from '@qd/contract-kit'
import type { Environment } from '@qd/contract-kit'
import { Fragment } from 'react'
import type { ReactNode } from 'react'
import { textOfValue } from '../detail/diff-values.ts'
import { placeText } from '../list/place-text.ts'
import type { PlaceNames } from '../list/place-text.ts'
import { useAuditTexts } from '../texts.ts'
import { RoleWords } from './role-words.tsx'
import styles from './words.module.css'

interface ValueProps {
  field: string
  value: unknown
  places: PlaceNames
}

interface Grant {
  role?: string
  scope: string
  environment: string
  codes?: readonly string[]
  /** The kind of things and their pattern, which it is for alone. */
  resource?: { kind: string; pattern: string }
}

/** `operator @ lantern/harbour (test) only redis:game-s123/0/*`, as changes of grants are noted. */
const GRANT = /^(\S+) @ (\S+) \((\S+)\)(?: only ([^:]+):(.+))?$/

function grantOf(value: unknown): Grant | null {
  if (typeof value === 'string') {
    const [, role, scope, environment, kind, pattern] = GRANT.exec(value) ?? []
    if (role === undefined || scope === undefined || environment === undefined) return null
    const isNarrowed = kind !== undefined && pattern !== undefined
    return { role, scope, environment, ...(isNarrowed ? { resource: { kind, pattern } } : {}) }
  }
  const isGrant = typeof value === 'object' && value !== null && 'scope' in value && 'environment' in value
  return isGrant ? (value as Grant) : null
}

/** Fields whose value is one of a few codes, each with a word. */
const CLOSED = ['onlinePolicy', 'existing', 'kind', 'state', 'which', 'runStatus']

const isEnvironment = (text: string): text is Environment => ENVIRONMENTS.some((each) => each === text)

function GrantLine({ grant, places }: { grant: Grant; places: PlaceNames }): ReactNode {
  const t = useAuditTexts()
  const permissionTitle = usePermissionTitle()
  const titleOf = useResourceTitle()
  const { role, scope, environment, codes = [], resource } = grant
  return (
    <>
      {role === undefined ? null : (
        <>
          <RoleWords code={role} /> ·{' '}
        </>
      )}
      <span title={scope}>{placeText(scope, places, t('everywhere'))}</span>
      {isEnvironment(environment) ? (
        <>
          {' '}
          <EnvironmentTag environment={environment} />
        </>
      ) : null}
      {resource === undefined ? null : (
        <>
          {' · '}
          {titleOf(resource.kind)} <code className={styles.id}>{resource.pattern}</code>
        </>
      )}
      {codes.length === 0 ? null : <>: {codes.map(permissionTitle).join(', ')}</>}
    </>
  )
}

/** What the game said of one row of an edit. */
interface Verdict {
  status: number
  code?: string
  msg?: string
}

const isVerdict = (value: unknown): value is Verdict =>
  typeof value === 'object' && value !== null && typeof (value as Verdict).status === 'number'

function VerdictWords({ verdict }: { verdict: Verdict }): ReactNode {
  const t = useAuditTexts()
  const { status, code, msg } = verdict
  if (status === 0) return t('result.ok')
  const parts = new Set([t('result.refused'), code ?? String(status), msg ?? ''])
  return [...parts].filter((part) => part !== '').join(' ')
}

function One({ field, value, places }: ValueProps): ReactNode {
  const t = useAuditTexts()
  const permissionTitle = usePermissionTitle()
  if (typeof value === 'boolean') return t(value ? 'value.yes' : 'value.no')
  const grant = field === 'grants' ? grantOf(value) : null
  if (grant !== null) return <GrantLine grant={grant} places={places} />
  if (typeof value === 'number' && field.endsWith('At')) return <Time at={value} />
  if (field === 'results' && isVerdict(value)) return <VerdictWords verdict={value} />
  if (typeof value !== 'string' || value === '') return textOfValue(value)
  if (field === 'codes') {
    return (
      <>
        {permissionTitle(value) === value ? null : `${permissionTitle(value)} `}
        <code className={styles.id}>{value}</code>
      </>
    )
  }
  if (field === 'scope') return <span title={value}>{placeText(value, places, t('everywhere'))}</span>
  if (field === 'role') return <RoleWords code={value} />
  if (field === 'environment' && isEnvironment(value)) return <EnvironmentTag environment={value} />
  // A key has no dots of its own: `data-edit.bulk` is looked for as `data-edit_bulk`.
  if (CLOSED.includes(field))
    return textByKey('audit', `value.${field}.${value.replaceAll('.', '_')}`) || value
  if (field === 'environment' && value === '*') return t('value.everyEnvironment')
  return value
}

/** A noted value in the reader's words: roles, places, environments, permissions, times; anything else as it is written. */
export function ValueWords({ field, value, places }: ValueProps): ReactNode {
  if (!Array.isArray(value)) return <One field={field} value={value} places={places} />
  return value.map((each, at) => (
    <Fragment key={`${textOfValue(each)} ${at}`}>
      {at === 0 ? null : ', '}
      <One field={field} value={each} places={places} />
    </Fragment>
  ))
}

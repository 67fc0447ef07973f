import { useCall } from '@qd/web-calls'
import { Tag } from '@qd/web-controls'
import { CopyButton, EmptyState } from '@qd/web-frame'
import { LuaBox } from '@qd/web-json'
import { Button, Input } from 'antd'
import { useState } from 'react'
import type { ReactNode } from 'react'
import { serverFunctions } from '../../../contract/index.ts'
import type { FunctionsChange } from '../../../contract/index.ts'
import { redisText, useRedisTexts } from '../../texts.ts'
import type { OpenDatabase } from '../../workspace/workspace.ts'
import { bodyOf, sendFunctionsChange } from '../parts/change.ts'
import { ChangeButton } from '../parts/change-button.tsx'
import { ServerPanel } from '../parts/server-panel.tsx'
import styles from './functions.module.css'
import { librariesOf } from './libraries.ts'
import type { FunctionsNode, ShownLibrary } from './libraries.ts'
import { openLoad } from './load-dialog.tsx'
import { openTry } from './try-dialog.tsx'

interface PartProps {
  database: OpenDatabase
  onChanged: () => void
}

async function change({ database, onChanged }: PartProps, done: FunctionsChange): Promise<void> {
  const title = redisText(`topics.functions.${done.kind}`)
  const what = done.kind === 'delete' ? `${title}: ${done.library}` : title
  await sendFunctionsChange(database, done, { title, what })
  onChanged()
}

function runningText(
  t: ReturnType<typeof useRedisTexts>,
  node: string,
  { name, command, ms }: NonNullable<FunctionsNode['data']['running']>,
): string {
  if (ms === null) return t('topics.functions.busy', { node })
  const seconds = (ms / 1_000).toFixed(1)
  return t('topics.functions.running', { node, name: name === '' ? command : name, seconds })
}

/** Scripts that hold a node up, and the way to end them. */
function Running(props: PartProps & { nodes: readonly FunctionsNode[] }): ReactNode {
  const t = useRedisTexts()
  const { database, nodes } = props
  const busy = nodes.filter(({ data }) => data.running !== null)
  if (busy.length === 0) return null
  return (
    <div className={styles.running} role="status">
      {busy.map(({ node, data: { running } }) => (
        <span key={node}>{runningText(t, node, running!)}</span>
      ))}
      {(['killFunction', 'killScript'] as const).map((kind) => (
        <ChangeButton
          key={kind}
          database={database}
          does="endsScripts"
          onClick={() => void change(props, { kind })}
        >
          {t(`topics.functions.${kind}`)}
        </ChangeButton>
      ))}
    </div>
  )
}

function Library(
  props: PartProps & { library: ShownLibrary; libraries: readonly ShownLibrary[] },
): ReactNode {
  const t = useRedisTexts()
  const { database, library, libraries, onChanged } = props
  return (
    <div className={styles.shown}>
      <div className={styles.bar}>
        <b className="qd-mono">{library.name}</b>
        <Tag>{library.engine}</Tag>
        {library.different.length === 0 ? null : (
          <Tag tone="warn" title={library.different.join(', ')}>
            {t('topics.functions.different', { nodes: library.different.join(', ') })}
          </Tag>
        )}
        <CopyButton text={library.code} label={t('topics.functions.copy')} />
        <ChangeButton
          database={database}
          does="writes"
          onClick={() => openLoad({ database, libraries, code: library.code, onLoaded: onChanged })}
        >
          {t('topics.functions.replace')}
        </ChangeButton>
        <ChangeButton
          database={database}
          does="writes"
          onClick={() => void change(props, { kind: 'delete', library: library.name })}
        >
          {t('topics.functions.delete')}
        </ChangeButton>
      </div>
      <ul className={styles.functions} aria-label={t('topics.functions.inside')}>
        {library.functions.map(({ name, description, flags }) => (
          <li key={name}>
            <span className="qd-mono">{name}</span>
            {flags.map((flag) => (
              <Tag key={flag}>{flag}</Tag>
            ))}
            <span className={styles.note}>{description}</span>
            <Button size="small" type="link" onClick={() => openTry({ database, name, flags })}>
              {t('topics.functions.try')}
            </Button>
          </li>
        ))}
      </ul>
      <div className={styles.code}>
        <LuaBox textKey={library.code} text={library.code} label={t('topics.functions.code')} />
      </div>
    </div>
  )
}

const SHA1 = /^[0-9a-f]{40}$/i

/** Cached scripts have no list: one is looked for by its sha1. */
function Scripts(
  props: PartProps & { nodes: readonly FunctionsNode[]; sha: string; onSha: (sha: string) => void },
) {
  const t = useRedisTexts()
  const { database, nodes, sha, onSha } = props
  const [typed, setTyped] = useState(sha)
  const isValid = typed === '' || SHA1.test(typed)
  return (
    <div className={styles.bar}>
      <Input.Search
        size="small"
        className={styles.sha}
        aria-label={t('topics.functions.sha')}
        placeholder={t('topics.functions.sha')}
        status={isValid ? '' : 'error'}
        value={typed}
        enterButton={<Button>{t('topics.functions.exists')}</Button>}
        onChange={({ target }) => setTyped(target.value.trim())}
        onSearch={() => {
          if (isValid) onSha(typed)
        }}
      />
      {isValid ? null : <p className={styles.note}>{t('topics.functions.shaFault')}</p>}
      {sha === '' || sha !== typed
        ? null
        : nodes.map(({ node, data }) => (
            <Tag key={node} tone={data.scripts[0] === true ? 'ok' : 'neutral'}>
              {t(data.scripts[0] === true ? 'topics.functions.there' : 'topics.functions.notThere', { node })}
            </Tag>
          ))}
      <ChangeButton database={database} onClick={() => void change(props, { kind: 'flushScripts' })}>
        {t('topics.functions.flushScripts')}
      </ChangeButton>
    </div>
  )
}

/** Libraries of functions with their code, and the cache of scripts. */
export function FunctionsPage({ database }: { database: OpenDatabase }): ReactNode {
  const t = useRedisTexts()
  const [sha, setSha] = useState('')
  const [chosen, setChosen] = useState('')
  const query = useCall(
    serverFunctions,
    { body: { ...bodyOf(database), scripts: sha === '' ? [] : [sha] } },
    { tag: 'redis:topics.functions.title', told: 'inline', staleTimeMs: 0, keepsPrevious: true },
  )
  const onChanged = (): void => void query.refetch()
  return (
    <ServerPanel
      title={t('topics.functions.title')}
      query={query}
      actions={
        <ChangeButton
          database={database}
          does="writes"
          onClick={() =>
            openLoad({
              database,
              libraries: librariesOf(answered(query.data)),
              code: '',
              onLoaded: onChanged,
            })
          }
        >
          {t('topics.functions.load')}
        </ChangeButton>
      }
    >
      {(nodes) => {
        const libraries = librariesOf(nodes)
        const shown = libraries.find(({ name }) => name === chosen) ?? libraries[0]
        const isOld = nodes.every(({ data }) => data.libraries === null && data.running === null)
        return (
          <>
            <Running database={database} nodes={nodes} onChanged={onChanged} />
            <Scripts database={database} nodes={nodes} sha={sha} onSha={setSha} onChanged={onChanged} />
            {shown === undefined ? (
              <EmptyState
                title={t(isOld ? 'topics.functions.old' : 'topics.functions.none')}
                hint={t('topics.functions.noneHint')}
              />
            ) : (
              <div className={styles.page}>
                <nav className={styles.list} aria-label={t('topics.functions.libraries')}>
                  {libraries.map(({ name, different }) => (
                    <button
                      key={name}
                      type="button"
                      className={styles.library}
                      aria-current={name === shown.name}
                      onClick={() => setChosen(name)}
                    >
                      {name}
                      {different.length === 0 ? null : <Tag tone="warn">!</Tag>}
                    </button>
                  ))}
                </nav>
                <Library database={database} library={shown} libraries={libraries} onChanged={onChanged} />
              </div>
            )}
          </>
        )
      }}
    </ServerPanel>
  )
}

function answered(
  data: { nodes: readonly { node: string; data: FunctionsNode['data'] | null }[] } | undefined,
) {
  return (data?.nodes ?? []).flatMap(({ node, data: found }) =>
    found === null ? [] : [{ node, data: found }],
  )
}

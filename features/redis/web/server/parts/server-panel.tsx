import type { CallError } from '@qd/web-base'
import { IconButton, LoadingRows, Panel } from '@qd/web-controls'
import { ErrorState, NoPermission } from '@qd/web-frame'
import { RefreshCw } from 'lucide-react'
import type { ReactNode } from 'react'
import { useRedisTexts } from '../../texts.ts'
import styles from './parts.module.css'

/** A node as a call answers it. */
export interface AnsweredNode<T> {
  readonly node: string
  readonly msg: string
  readonly data: T | null
}

interface Query<T> {
  readonly data: { readonly nodes: readonly AnsweredNode<T>[] } | undefined
  readonly error: CallError | null
  readonly isFetching: boolean
  refetch(): Promise<unknown>
}

interface ServerPanelProps<T> {
  title: string
  query: Query<T>
  actions?: ReactNode
  status?: ReactNode
  /** Draws those that answered. */
  children: (nodes: readonly { node: string; data: T }[]) => ReactNode
}

/** Nodes that said nothing, by name and reason. */
export function SilentNodes({ nodes }: { nodes: readonly AnsweredNode<unknown>[] }): ReactNode {
  const t = useRedisTexts()
  const silent = nodes.filter(({ data }) => data === null)
  if (silent.length === 0) return null
  return (
    <ul className={styles.silent} role="status">
      {silent.map(({ node, msg }) => (
        <li key={node}>{t('server.silent', { node, reason: msg })}</li>
      ))}
    </ul>
  )
}

function Shown<T>({ query, children }: Pick<ServerPanelProps<T>, 'query' | 'children'>): ReactNode {
  const t = useRedisTexts()
  const { data, error } = query
  if (error !== null && data === undefined) {
    if (error.code === 'redis_key_forbidden') return <NoPermission reason={t('server.narrowed')} />
    return <ErrorState error={error} onRetry={() => void query.refetch()} />
  }
  if (data === undefined) return <LoadingRows />
  const answered = data.nodes.flatMap((each) =>
    each.data === null ? [] : [{ node: each.node, data: each.data }],
  )
  return (
    <div className={styles.body}>
      <SilentNodes nodes={data.nodes} />
      {answered.length === 0 ? null : children(answered)}
    </div>
  )
}

/** The frame of each page of a server: its head, what it waits for, and nodes that do not answer. */
export function ServerPanel<T>(props: ServerPanelProps<T>): ReactNode {
  const t = useRedisTexts()
  const { query } = props
  return (
    <Panel
      title={props.title}
      status={props.status}
      actions={
        <>
          {props.actions}
          <IconButton
            isSmall
            label={t('server.refresh')}
            disabled={query.isFetching}
            onClick={() => void query.refetch()}
          >
            <RefreshCw size={14} aria-hidden />
          </IconButton>
        </>
      }
    >
      <Shown query={query}>{props.children}</Shown>
    </Panel>
  )
}

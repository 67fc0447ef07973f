import { Button } from 'antd'
import { formatQuantity, useKitText } from '@qd/web-base'
import { useScope } from '@qd/web-calls'
import { EnvironmentTag, LoadingRows } from '@qd/web-controls'
import type { ReactNode } from 'react'
import type { Points } from '@qd/web-controls'
import { Sparkline } from '../online/sparkline.tsx'
import { isHeard, liveKey } from '../online/use-live-servers.ts'
import type { LiveServer } from '../online/use-live-servers.ts'
import { useHomeTexts } from '../texts.ts'
import styles from './servers-panel.module.css'
import type { LineBranch } from './use-server-tree.ts'

interface BranchProps {
  branch: LineBranch
  /** What servers said of themselves, and how many were online, by line and sId. */
  live: ReadonlyMap<string, LiveServer>
  curves: ReadonlyMap<string, Points>
}

type ServerRow = NonNullable<LineBranch['servers']>[number]

/** Moves the whole selection, with the lists at hand so that the environment shows at once. */
function select({ operator, line, lines, servers }: LineBranch, sId: number): void {
  const scope = useScope.getState()
  const isOtherLine = scope.lineId !== line.lineId
  scope.setLists({ lines, servers: servers ?? [], ...(isOtherLine ? { channels: [] } : {}) })
  scope.moveTo({
    partnerCode: operator.partnerCode,
    lineId: line.lineId,
    sId,
    ...(isOtherLine ? { channel: '' } : {}),
  })
}

/** What the row says of the server in a word: nothing for one that runs and is open. */
function wordOf(status: ServerRow['status'], said: LiveServer | undefined) {
  if (said !== undefined && !isHeard(said)) return { kit: 'serverState.silent', tone: 'warn' } as const
  if (status !== 'running') return { home: `server.status.${status}`, tone: status } as const
  const state = said?.state ?? 'open'
  return state === 'open' ? null : ({ kit: `serverState.${state}`, tone: 'warn' } as const)
}

function ServerButton({ branch, server, live, curves }: BranchProps & { server: ServerRow }): ReactNode {
  const t = useHomeTexts()
  const kit = useKitText()
  const key = liveKey({ lineId: branch.line.lineId, sId: server.sId })
  const said = live.get(key)
  const points = curves.get(key)
  const word = wordOf(server.status, said)
  const online = said === undefined || !isHeard(said) ? null : said.online
  const { sId, serviceName, status } = server
  const isChosen = useScope((state) => state.lineId === branch.line.lineId && state.sId === sId)
  return (
    <li>
      <button
        type="button"
        className={styles.server}
        data-server
        data-status={word?.tone === 'warn' ? 'warn' : status}
        title={said?.labels.join(' · ')}
        aria-current={isChosen ? 'true' : undefined}
        onClick={() => select(branch, sId)}
      >
        <span className={styles.dot} title={t(`server.status.${status}`)} aria-hidden />
        <code className={styles.sId}>{`S${sId}`}</code>
        <bdi className={styles.name} title={serviceName}>
          {serviceName}
        </bdi>
        {word === null ? (
          <>
            <span className="qd-visually-hidden">{t(`server.status.${status}`)}</span>
            <span className={styles.curve}>
              {points === undefined ? null : <Sparkline points={points} />}
            </span>
          </>
        ) : (
          <span className={styles.status} data-tone={word.tone}>
            {word.kit === undefined ? t(word.home) : kit(word.kit)}
          </span>
        )}
        <span className={styles.online}>{online === null ? '–' : formatQuantity(online)}</span>
      </button>
    </li>
  )
}

function BranchBody(props: BranchProps): ReactNode {
  const { branch } = props
  const t = useHomeTexts()
  const kit = useKitText()
  if (branch.servers === null && branch.error !== null) {
    return (
      <p className={styles.failed} role="alert">
        <span title={branch.error.told}>{branch.error.told}</span>
        <Button size="small" onClick={branch.retry}>
          {kit('retry')}
        </Button>
      </p>
    )
  }
  if (branch.servers === null) return <LoadingRows rows={2} rowHeight={32} />
  if (branch.servers.length === 0) return <p className={styles.hint}>{t('servers.emptyLine')}</p>
  return (
    <ul className={styles.servers}>
      {branch.servers.map((server) => (
        <ServerButton key={server.sId} {...props} server={server} />
      ))}
    </ul>
  )
}

/** One line under its operator's name, with its servers to choose from. */
export function ServerBranch(props: BranchProps): ReactNode {
  const { operator, line, servers } = props.branch
  return (
    <section className={styles.branch} aria-label={`${operator.name} ${line.name}`}>
      <h3 className={styles.head}>
        <bdi className={styles.operator} title={operator.name}>
          {operator.name}
        </bdi>
        <bdi className={styles.line} title={line.name}>
          {line.name}
        </bdi>
        <EnvironmentTag environment={line.environment} />
        <span className={styles.count}>{servers?.length ?? ''}</span>
      </h3>
      <BranchBody {...props} />
    </section>
  )
}

import { Button } from 'antd'
import { useKitText } from '@qd/web-base'
import { useScope } from '@qd/web-calls'
import { EnvironmentTag, LoadingRows } from '@qd/web-controls'
import type { ReactNode } from 'react'
import { useHomeTexts } from '../texts.ts'
import styles from './servers-panel.module.css'
import type { LineBranch } from './use-server-tree.ts'

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

function ServerButton({ branch, server }: { branch: LineBranch; server: ServerRow }): ReactNode {
  const t = useHomeTexts()
  const { sId, serviceName, status } = server
  const isChosen = useScope((state) => state.lineId === branch.line.lineId && state.sId === sId)
  return (
    <li>
      <button
        type="button"
        className={styles.server}
        data-server
        data-status={status}
        aria-current={isChosen ? 'true' : undefined}
        onClick={() => select(branch, sId)}
      >
        <span className={styles.dot} title={t(`server.status.${status}`)} aria-hidden />
        <code className={styles.sId}>{`S${sId}`}</code>
        <bdi className={styles.name} title={serviceName}>
          {serviceName}
        </bdi>
        <span className={status === 'running' ? 'qd-visually-hidden' : styles.status}>
          {t(`server.status.${status}`)}
        </span>
      </button>
    </li>
  )
}

function BranchBody({ branch }: { branch: LineBranch }): ReactNode {
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
        <ServerButton key={server.sId} branch={branch} server={server} />
      ))}
    </ul>
  )
}

/** One line under its operator's name, with its servers to choose from. */
export function ServerBranch({ branch }: { branch: LineBranch }): ReactNode {
  const { operator, line, servers } = branch
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
      <BranchBody branch={branch} />
    </section>
  )
}

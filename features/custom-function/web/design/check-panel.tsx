import { Panel, Tag } from '@qd/web-controls'
import { CircleAlert, CircleCheck, ShieldCheck } from 'lucide-react'
import type { ReactNode } from 'react'
import type { FunctionFault } from '../../contract/index.ts'
import { RiskTag } from '@qd/web-controls'
import { useFunctionTexts } from '../texts.ts'
import { useDesign } from './design-context.ts'
import { placeOfFault } from './fault-place.ts'
import type { useLiveCheck } from './use-surroundings.ts'
import styles from './design.module.css'

/** All that is wrong, where the forms show only what is in view; choosing one leads to its field. */
function FaultList(props: { faults: readonly FunctionFault[]; onLead: (path: string) => void }): ReactNode {
  const t = useFunctionTexts()
  const design = useDesign()
  return (
    <ul className={styles.faultList} aria-label={t('check.title')}>
      {props.faults.map((fault) => {
        const { words, code } = placeOfFault(t, design, fault.path)
        return (
          <li key={`${fault.path} ${fault.code}`}>
            <button type="button" onClick={() => props.onLead(fault.path)}>
              <CircleAlert size={14} aria-hidden />
              <span>
                <strong>{words}</strong> {code === '' ? null : <code>{code}</code>}
                <span className={styles.faultWords}>{fault.msg}</span>
              </span>
            </button>
          </li>
        )
      })}
    </ul>
  )
}

/** What the server says of the definition as it stands. */
export function CheckPanel(props: {
  check: ReturnType<typeof useLiveCheck>
  onLead: (path: string) => void
}): ReactNode {
  const t = useFunctionTexts()
  const { faults, risk, error, isOpen } = props.check
  const isFine = !isOpen && error === null && faults.length === 0
  return (
    <Panel
      title={t('check.title')}
      icon={<ShieldCheck size={15} aria-hidden />}
      count={faults.length === 0 ? undefined : <Tag tone="error">{faults.length}</Tag>}
      actions={risk === null ? undefined : <RiskTag risk={risk} />}
    >
      <div className={styles.check}>
        <div role="status">
          {error === null ? null : <p className={styles.fault}>{error.told}</p>}
          {isFine ? (
            <p className={styles.fine}>
              <CircleCheck size={15} aria-hidden /> {t('check.fine')}
            </p>
          ) : null}
          {isOpen && faults.length === 0 && error === null ? (
            <p className={styles.hint}>{t('check.waiting')}</p>
          ) : null}
        </div>
        {faults.length === 0 ? null : <FaultList faults={faults} onLead={props.onLead} />}
        <p className={styles.hint}>{t('formula.help')}</p>
      </div>
    </Panel>
  )
}

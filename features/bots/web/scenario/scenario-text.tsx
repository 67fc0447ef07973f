import { parseScenario, printScenario } from '@qd/scenario'
import type { Scenario } from '@qd/scenario'
import { Input } from 'antd'
import { useMemo } from 'react'
import type { ReactNode } from 'react'
import { useBotsTexts } from '../texts.ts'
import { faultText } from './fault-text.ts'
import styles from './scenario.module.css'

/** The text form with what is wrong in it; without `onType` it is for reading only. */
export function TextWithFaults({
  text,
  onType,
}: {
  text: string
  onType?: (typed: string) => void
}): ReactNode {
  const t = useBotsTexts()
  const read = useMemo(() => parseScenario(text), [text])
  return (
    <div className={styles.text}>
      <Input.TextArea
        className="qd-mono"
        aria-label={t('scenario.text')}
        // The editor scrolls as a whole, as the list does.
        autoSize={onType === undefined ? { minRows: 8, maxRows: 22 } : { minRows: 8 }}
        spellCheck={false}
        readOnly={onType === undefined}
        value={text}
        onChange={({ target }) => onType?.(target.value)}
      />
      {read.ok ? null : (
        <ul className={styles.faults} role="alert">
          {read.faults.slice(0, 5).map((fault) => (
            <li key={fault.message}>{faultText(t, fault)}</li>
          ))}
        </ul>
      )}
    </div>
  )
}

/** A scenario as text, to read. */
export function ScenarioText({ scenario }: { scenario: Scenario }): ReactNode {
  return <TextWithFaults text={printScenario(scenario)} />
}

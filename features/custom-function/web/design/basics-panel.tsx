import { Panel, SegmentedControl, useRiskText } from '@qd/web-controls'
import { Input, Select } from 'antd'
import { Blocks } from 'lucide-react'
import type { ReactNode } from 'react'
import { useFunctionTexts } from '../texts.ts'
import type { Definition } from './definition.ts'
import { useDesign } from './design-context.ts'
import { FaultText } from './fault-text.tsx'
import { Labelled } from './labelled.tsx'
import styles from './design.module.css'

const RISKS = ['R2', 'R3', 'R4'] as const
const FROM_STEPS = 'steps'

/** What a function is called, what it is for, and whom it is about. */
export function BasicsPanel(): ReactNode {
  const t = useFunctionTexts()
  const riskText = useRiskText()
  const { definition, change } = useDesign()
  const { risk: _risk, ...rest } = definition
  const text = (key: 'title' | 'group' | 'comment', max: number, isLong = false) => (
    <Labelled label={t(`basics.${key}`)} isWide={isLong} step={key}>
      {(id) => {
        const set = (value: string) => change({ ...definition, [key]: value })
        return (
          <>
            {isLong ? (
              <Input.TextArea
                id={id}
                autoSize={{ minRows: 2, maxRows: 6 }}
                maxLength={max}
                value={definition[key]}
                onChange={({ target }) => set(target.value)}
              />
            ) : (
              <Input
                id={id}
                size="small"
                maxLength={max}
                value={definition[key]}
                onChange={({ target }) => set(target.value)}
              />
            )}
            <FaultText path={key} />
          </>
        )
      }}
    </Labelled>
  )
  return (
    <Panel title={t('basics.head')} icon={<Blocks size={15} aria-hidden />}>
      <div className={`${styles.fields} ${styles.padded}`}>
        {text('title', 100)}
        {text('group', 60)}
        <Labelled label={t('override.risk')}>
          {(id) => (
            <Select
              id={id}
              size="small"
              value={definition.risk ?? FROM_STEPS}
              options={[
                { value: FROM_STEPS, label: t('basics.riskOfSteps') },
                ...RISKS.map((value) => ({ value, label: riskText(value) })),
              ]}
              onChange={(value: string) =>
                change(value === FROM_STEPS ? rest : { ...rest, risk: value as (typeof RISKS)[number] })
              }
            />
          )}
        </Labelled>
        <Labelled label={t('basics.target')} isWide>
          {() => (
            <SegmentedControl<Definition['target']>
              label={t('basics.target')}
              value={definition.target}
              segments={[
                { value: 'player', label: t('basics.ofPlayer') },
                { value: 'none', label: t('basics.ofServer') },
              ]}
              onChange={(target) => change({ ...definition, target })}
            />
          )}
        </Labelled>
        {text('comment', 2000, true)}
      </div>
    </Panel>
  )
}

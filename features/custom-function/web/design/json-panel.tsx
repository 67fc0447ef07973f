import { z } from '@qd/contract-kit'
import { Panel } from '@qd/web-kit'
import { Button, Input } from 'antd'
import { Braces } from 'lucide-react'
import { useState } from 'react'
import type { ReactNode } from 'react'
import { functionDefinition } from '../../contract/index.ts'
import { useFunctionTexts } from '../texts.ts'
import { editable, sendable } from './definition.ts'
import type { Definition } from './definition.ts'
import { useDesign } from './design-context.ts'
import styles from './design.module.css'

type ReadJson = { ok: true; definition: Definition } | { ok: false; place: string }

function readDefinition(text: string): ReadJson {
  let json: unknown
  try {
    json = JSON.parse(text) as unknown
  } catch {
    return { ok: false, place: '' }
  }
  const parsed = z.safeParse(functionDefinition, json)
  if (!parsed.success) return { ok: false, place: parsed.error.issues[0]?.path.join('.') ?? '' }
  const definition = editable(parsed.data)
  return definition === null ? { ok: false, place: 'steps' } : { ok: true, definition }
}

/** The whole definition as text: taken over when it can be read. */
export function JsonPanel(): ReactNode {
  const t = useFunctionTexts()
  const { definition, change, faults } = useDesign()
  const shown = JSON.stringify(sendable(definition), null, 2)
  const [typed, setTyped] = useState<string | null>(null)
  const read = typed === null ? null : readDefinition(typed)
  return (
    <Panel
      title="JSON"
      icon={<Braces size={15} aria-hidden />}
      actions={
        <>
          <Button size="small" disabled={typed === null} onClick={() => setTyped(null)}>
            {t('json.discard')}
          </Button>
          <Button
            size="small"
            type="primary"
            disabled={read?.ok !== true}
            onClick={() => {
              if (read?.ok !== true) return
              change(read.definition)
              setTyped(null)
            }}
          >
            {t('json.apply')}
          </Button>
        </>
      }
    >
      <div className={styles.json}>
        {read?.ok === false ? (
          <p className={styles.fault} role="alert">
            {read.place === '' ? t('json.broken') : t('json.wrong', { place: read.place })}
          </p>
        ) : null}
        {faults.map((fault) => (
          <p key={`${fault.path} ${fault.code}`} className={styles.fault}>
            <code>{fault.path}</code> {fault.msg}
          </p>
        ))}
        <Input.TextArea
          className="qd-mono"
          aria-label="JSON"
          spellCheck={false}
          autoSize={{ minRows: 20 }}
          value={typed ?? shown}
          onChange={({ target }) => setTyped(target.value)}
        />
      </div>
    </Panel>
  )
}

import { useKitText } from '@qd/web-base'
import { DialogActions } from '@qd/web-frame'
import { Button, Form, InputNumber } from 'antd'
import { useState } from 'react'
import type { ReactNode } from 'react'
import type { NetworkConditions } from '../../contract/index.ts'
import { useSimulatorTexts } from '../texts.ts'
import { askConnection } from './connection-store.ts'
import styles from './connections.module.css'
import { useAsk } from './use-ask.ts'

const KB = 1024
const MOST_DELAY_MS = 60_000
const MOST_KB = 900_000

/** A slow network: every frame waits, and so many bytes a second pass each way. */
export function NetworkDialog(props: {
  connection: string
  network: NetworkConditions
  onClose: () => void
}): ReactNode {
  const t = useSimulatorTexts()
  const kit = useKitText()
  const ask = useAsk()
  const { connection, network, onClose } = props
  const [delayMs, setDelay] = useState(network.delayMs === 0 ? 300 : network.delayMs)
  const [kb, setKb] = useState(Math.round(network.bytesPerSecond / KB))
  const apply = async (): Promise<void> => {
    const wanted = { delayMs, bytesPerSecond: kb * KB, isHalfOpen: network.isHalfOpen }
    if ((await ask(() => askConnection(connection, 'network', wanted))) !== null) onClose()
  }
  return (
    <Form layout="vertical" requiredMark={false} onFinish={() => void apply()}>
      <div className={styles.sliders}>
        <Form.Item label={t('page.network.delay')} htmlFor="network-delay">
          <InputNumber
            id="network-delay"
            data-first-focus
            min={0}
            max={MOST_DELAY_MS}
            precision={0}
            suffix="ms"
            value={delayMs}
            onChange={(value) => setDelay(value ?? 0)}
          />
        </Form.Item>
        <Form.Item label={t('page.network.rate')} htmlFor="network-rate">
          <InputNumber
            id="network-rate"
            min={0}
            max={MOST_KB}
            precision={0}
            suffix="KB/s"
            value={kb}
            onChange={(value) => setKb(value ?? 0)}
          />
        </Form.Item>
      </div>
      <p className={styles.hint}>{t('page.network.hint')}</p>
      <DialogActions>
        <Button onClick={onClose}>{kit('cancel')}</Button>
        <Button type="primary" htmlType="submit">
          {t('page.network.apply')}
        </Button>
      </DialogActions>
    </Form>
  )
}

import { Panel, PanelGrid, LoadingRows, EmptyState, Tag, VirtualTable, useScope } from '@qd/web-kit'
import { Button } from 'antd'
function Demo() {
  const player = useScope((s) => s.player)
  return (
    <PanelGrid columns="220px minmax(0,1fr) 316px">
      <Panel title="模块" count={10}>
        <LoadingRows />
      </Panel>
      <Panel title="背包" status="214 行" actions={<Button size="small">添加</Button>}>
        <VirtualTable
          label="t"
          rows={Array.from({ length: 300 }, (_, i) => i)}
          rowKey={(r) => String(r)}
          selectedKey="3"
          columns={[
            { key: 'a', title: '物品', subTitle: 'itemId', width: 120, render: (r) => 10000 + r },
            {
              key: 'b',
              title: '品质',
              subTitle: 'quality',
              width: 'minmax(100px,1fr)',
              render: (r) => (
                <Tag tone={(['ok', 'warn', 'error', 'theme', 'neutral'] as const)[r % 5]}>稀有</Tag>
              ),
            },
            { key: 'c', title: '数量', subTitle: 'count', align: 'right', width: 140, render: (r) => r * 37 },
          ]}
        />
      </Panel>
      <Panel title="待提交">
        <EmptyState title={player?.name} hint="暂无修改" />
      </Panel>
    </PanelGrid>
  )
}
export const webFeature = {
  name: 'zz-demo',
  pages: [{ path: 'index/:uId?', titleKey: 'title', component: Demo, level: 0, menu: { order: 1 } }],
  slots: { topBar: () => <Button>添加用户</Button> },
}

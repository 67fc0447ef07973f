// The documentation of message definitions without a server: data.js beside it holds everything. Text comes from the
// game, so it only ever becomes text of an element, never markup.
;(() => {
  'use strict'
  const data = window.PROTOCOL
  const types = new Map(data.types.map((type) => [type.fullName, type]))
  const commands = new Map(data.commands.map((command) => [String(command.cmd), command]))
  const uses = new Map(data.uses)
  const say = (key) => data.texts[key]

  function make(tag, attributes, ...children) {
    const element = document.createElement(tag)
    for (const [name, value] of Object.entries(attributes)) {
      if (value !== undefined && value !== false) element.setAttribute(name, String(value))
    }
    element.append(...children.filter((child) => child !== null && child !== ''))
    return element
  }
  const addressOf = (name, field) =>
    `#${encodeURIComponent(name)}${field ? `/${encodeURIComponent(field)}` : ''}`

  /** What the address names; a name that is not there is null. */
  function chosen() {
    const [name = '', field = ''] = location.hash.slice(1).split('/').map(readName)
    const isThere = types.has(name) || commands.has(name)
    return isThere ? { name, field } : null
  }
  function readName(text) {
    try {
      return decodeURIComponent(text)
    } catch {
      return ''
    }
  }

  const entries = [
    ...data.commands.map((command) => ({
      name: String(command.cmd),
      shown: command.name,
      number: String(command.cmd),
      comment: command.comment,
      module: command.module,
      texts: [String(command.cmd), command.name, command.comment, command.req, command.res, command.push],
    })),
    ...data.types.map((type) => ({
      name: type.fullName,
      shown: type.name,
      number: type.kind === 'enum' ? 'E' : 'M',
      comment: type.comment,
      module: type.module,
      texts: [type.fullName, type.comment, ...type.fields.flatMap((field) => [field.name, field.comment])],
    })),
  ]

  const search = window.createSearch(entries)

  function rowOf(entry, current) {
    return make(
      'a',
      {
        class: 'row',
        href: addressOf(entry.name),
        'aria-current': current?.name === entry.name ? 'page' : undefined,
      },
      make('span', { class: 'number mono' }, entry.number),
      make('span', { class: 'name', title: entry.name }, entry.shown),
      make('span', { class: 'comment', title: entry.comment }, entry.comment.split('\n')[0]),
    )
  }

  function drawList(box, query, current) {
    const found = search(query)
    const rows = []
    for (const module of data.modules) {
      const own = found.filter((entry) => entry.module === module.name)
      if (own.length === 0) continue
      const name = [module.comment, module.name].filter(Boolean).join(' ') || say('others')
      rows.push(make('div', { class: 'group' }, name), ...own.map((entry) => rowOf(entry, current)))
    }
    box.replaceChildren(...(rows.length === 0 ? [make('p', { class: 'group' }, say('nothing'))] : rows))
  }

  const linkTo = (name, text, field) =>
    types.has(name) || commands.has(name)
      ? make('a', { href: addressOf(name, field) }, text)
      : make('span', {}, text)

  function fieldRow(type, field, chosenField) {
    const shownType =
      field.typeName === '' ? make('code', {}, field.type) : linkTo(field.typeName, field.type)
    const marks = [field.label, field.oneof === '' ? '' : `oneof ${field.oneof}`].filter(Boolean)
    const isOld = field.isDeprecated ? make('span', { class: 'tag old' }, say('deprecated')) : null
    return make(
      'tr',
      { class: `${field.isDeprecated ? 'old ' : ''}${field.name === chosenField ? 'chosen' : ''}` },
      make('td', { class: 'mono' }, String(field.number)),
      make(
        'td',
        {},
        make('a', { class: 'name mono', href: addressOf(type.fullName, field.name) }, field.name),
      ),
      ...(type.kind === 'enum'
        ? []
        : [
            make('td', {}, shownType),
            make('td', { class: 'label' }, ...marks.map((mark) => make('span', { class: 'tag' }, mark))),
          ]),
      make('td', {}, make('span', { class: 'text' }, field.comment), ' ', isOld),
    )
  }

  function fieldTable(type, chosenField) {
    if (type.fields.length === 0) return make('p', { class: 'quiet' }, say('noFields'))
    const heads =
      type.kind === 'enum' ? ['number', 'name', 'comment'] : ['number', 'name', 'type', 'label', 'comment']
    return make(
      'table',
      {},
      make('thead', {}, make('tr', {}, ...heads.map((head) => make('th', { class: head }, say(head))))),
      make('tbody', {}, ...type.fields.map((field) => fieldRow(type, field, chosenField))),
    )
  }

  function hexOf({ bytes, parts }) {
    const box = make('pre', { class: 'hex mono' })
    for (const { from, to, name, tone } of parts) {
      const span = make('span', { 'data-tone': tone, title: name })
      span.textContent = bytes.slice(from, to).join(' ')
      box.append(span, ' ')
    }
    return box
  }

  /** The field each colour stands for, each field once. */
  function legendOf({ parts }) {
    const named = new Map(parts.map(({ name, tone }) => [name, tone]))
    const items = [...named].map(([name, tone]) => make('li', { 'data-tone': tone }, name))
    return make('ul', { class: 'legend' }, ...items)
  }

  function useItem(use) {
    const command = use.kind === 'field' ? null : commands.get(use.at)
    const text = command ? `${use.at} ${command.name}` : `${use.at}.${use.field}`
    return make(
      'li',
      {},
      linkTo(use.at, text, use.field),
      ' ',
      command ? make('span', { class: 'tag' }, say(use.kind)) : '',
    )
  }

  function section(title, ...children) {
    return [make('h3', {}, title), ...children]
  }

  function drawType(type, field) {
    const used = uses.get(type.fullName) ?? []
    return [
      make(
        'h2',
        {},
        type.name,
        ' ',
        type.isDeprecated ? make('span', { class: 'tag old' }, say('deprecated')) : '',
      ),
      make('p', { class: 'quiet mono' }, type.fullName),
      make('p', { class: 'text' }, type.comment),
      ...section(say(type.kind === 'enum' ? 'values' : 'fields'), fieldTable(type, field)),
      ...(type.example === ''
        ? []
        : section(say('example'), make('pre', {}, make('code', {}, type.example)))),
      ...(type.hex.bytes.length === 0 ? [] : section(say('bytes'), hexOf(type.hex), legendOf(type.hex))),
      ...(used.length === 0
        ? []
        : section(say('usedBy'), make('ul', { class: 'uses' }, ...used.map(useItem)))),
    ]
  }

  function drawCommand(command) {
    const parts = ['req', 'res', 'push'].filter((kind) => command[kind] !== '')
    return [
      make('h2', {}, command.name),
      make('p', { class: 'quiet mono' }, `${say('command')} ${command.cmd}`),
      make('p', { class: 'text' }, command.comment),
      ...parts.flatMap((kind) => {
        const type = types.get(command[kind])
        const head = make('h3', {}, `${say(kind)} `, linkTo(command[kind], command[kind]))
        return type === undefined ? [head] : [head, fieldTable(type, '')]
      }),
    ]
  }

  const list = make('nav', { class: 'body', 'aria-label': say('contents') })
  const searchBox = make('input', { type: 'search', placeholder: say('search'), 'aria-label': say('search') })
  const item = make('article', { class: 'item' })
  const itemBody = make('div', { class: 'body', tabindex: '0' }, item)
  const back = make('button', { type: 'button', class: 'back' }, say('contents'))
  const theme = make('button', { type: 'button' }, say('theme'))
  const shell = make(
    'div',
    { class: 'shell', 'data-part': 'list' },
    make(
      'section',
      { class: 'panel list' },
      make('div', { class: 'head' }, make('h1', {}, data.title), theme),
      searchBox,
      list,
    ),
    make(
      'section',
      { class: 'panel detail' },
      make('div', { class: 'head' }, back, make('span', { class: 'quiet mono' }, data.version)),
      itemBody,
    ),
  )

  function draw() {
    const current = chosen()
    drawList(list, searchBox.value, current)
    const type = current === null ? undefined : types.get(current.name)
    const command = current === null ? undefined : commands.get(current.name)
    if (type !== undefined) item.replaceChildren(...drawType(type, current.field))
    else if (command !== undefined) item.replaceChildren(...drawCommand(command))
    else item.replaceChildren(make('p', { class: 'quiet' }, say(location.hash === '' ? 'choose' : 'gone')))
    shell.dataset.part = location.hash === '' ? 'list' : 'item'
    const row = item.querySelector('tr.chosen')
    if (row !== null) row.scrollIntoView?.({ block: 'center' })
    else itemBody.scrollTop = 0
    list.querySelector('[aria-current]')?.scrollIntoView?.({ block: 'nearest' })
  }

  function remembered() {
    try {
      return localStorage.getItem('protocol-theme')
    } catch {
      return null
    }
  }
  function setTheme(name) {
    document.documentElement.dataset.theme = name
    try {
      localStorage.setItem('protocol-theme', name)
    } catch {
      // Some browsers keep nothing for files.
    }
  }
  const isDark = window.matchMedia?.('(prefers-color-scheme: dark)').matches === true
  document.documentElement.dataset.theme = remembered() ?? (isDark ? 'dark' : 'light')
  theme.addEventListener('click', () =>
    setTheme(document.documentElement.dataset.theme === 'dark' ? 'light' : 'dark'),
  )
  back.addEventListener('click', () => {
    location.hash = ''
  })
  searchBox.addEventListener('input', () => drawList(list, searchBox.value, chosen()))
  window.addEventListener('hashchange', draw)
  document.documentElement.lang = data.lang
  document.title = data.title
  document.getElementById('site').replaceChildren(shell)
  draw()
})()

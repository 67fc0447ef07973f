// Runs before the first paint, so that a dark page never flashes white while the program loads.
;(function () {
  function stored(name) {
    try {
      // A preview of a role is signed in for this window alone.
      const text = (name === 'qd.session' && sessionStorage.getItem(name)) || localStorage.getItem(name)
      return JSON.parse(text || '{}').state || {}
    } catch {
      // Unreadable or closed to us: as if nothing were kept.
      return {}
    }
  }
  const settings = stored('qd.settings')
  const choice = settings.theme || 'system'
  const isDark = choice === 'system' ? matchMedia('(prefers-color-scheme: dark)').matches : choice === 'dark'
  document.documentElement.dataset.theme = isDark ? 'dark' : 'light'
  const ground = isDark ? '#0e1217' : '#f5f7fa'
  document.documentElement.style.background = ground
  // The frame of an installed window.
  document.querySelector('meta[name="theme-color"]').content = ground

  const language = settings.language || 'cn'
  const token = stored('qd.session').token || ''
  const [path, search = ''] = location.hash.slice(1).split('?')
  const uId = token === '' ? undefined : /^\/index\/(\d+)$/.exec(path)?.[1]

  // What the program will ask for one after the other is loaded beside it.
  function preload(files) {
    for (const file of files.filter(Boolean)) {
      const link = document.createElement('link')
      link.rel = file.endsWith('.css') ? 'preload' : 'modulepreload'
      if (link.rel === 'preload') link.as = 'style'
      // As the program asks for them, or they would be loaded twice.
      link.crossOrigin = ''
      link.href = './' + file
      document.head.append(link)
    }
  }

  // A call as the program sends it, which takes the answer instead of asking again (`early-answer.ts`).
  const early = (window.qdEarly = [])
  // What nobody has taken by then holds its connection until it is let go.
  setTimeout(function () {
    for (const { answer } of early.splice(0))
      answer.then(
        (response) => response.body?.cancel(),
        function () {},
      )
  }, 30_000)
  function ask(method, address) {
    const headers = { accept: 'application/json', lang: language, token, authorization: token }
    if (method === 'POST') headers['content-type'] = 'application/json'
    const url = location.pathname.replace(/\/[^/]*$/, '') + address
    const body = method === 'POST' ? '{}' : undefined
    const sent = { method, headers, body, credentials: 'same-origin', cache: 'no-store' }
    const answer = fetch(url, sent)
    // Whoever takes it meets the failure.
    answer.catch(function () {})
    const call = { method, url, body, language, token, atMs: performance.now(), answer }
    early.push(call)
    return call
  }

  /** Whether a definition may be kept here, so that its fingerprint is enough. */
  async function hasDefinitions() {
    const all = await indexedDB.databases()
    return all.some(({ name }) => name === 'qd-protocol')
  }

  /** Who the player is says where their data and its definition are. */
  async function askForPlayer() {
    const query = new URLSearchParams(search)
    const who = new URLSearchParams({ uId })
    // With an operator beside it the game is the one in view, not the player's (`playerOfAddress`).
    const game = query.has('pid') ? null : query.get('game')
    if (game) who.set('game', game)
    const lookup = ask('GET', '/adjust/lookup?' + who)
    // Copied before the program reads it.
    const found = lookup.answer.then((response) => response.clone().json())
    const [{ data }, isKept] = await Promise.all([found, hasDefinitions()])
    // With its files in the cache the program was here first, and asks for the rest itself.
    if (!data?.lineId || !early.includes(lookup)) return
    const line = '/line/' + encodeURIComponent(data.lineId) + '/adjust/'
    ask('GET', line + 'tipProtocol?uId=' + uId)
    ask('POST', line + 'get?uId=' + uId)
    if (!isKept) ask('GET', line + 'tipProtocol?uId=' + uId + '&protocolJson=1')
  }

  const mark = document.querySelector('meta[name=qd-preload]')
  if (mark === null) return
  const files = JSON.parse(mark.content)
  const isSignedIn = token !== ''
  // The browser opens six connections: what is needed last waits until the calls have theirs.
  const asking = uId === undefined ? null : askForPlayer()
  preload([files.entryTexts[language]])
  if (isSignedIn) preload(files.signedIn)
  function rest() {
    if (isSignedIn) preload([files.texts[language]])
    if (uId !== undefined) preload(files.player)
  }
  if (asking === null) rest()
  else asking.then(rest, rest)
})()

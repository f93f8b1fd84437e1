// A page that is one file: its policy allows the script and the style that stand in it, by their hashes.
import { createHash } from 'node:crypto';

/** A script or style as a policy names it. */
export const hash = (text) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

/** Code that can stand in a page. */
export const inPage = (code) => code.trim().replaceAll('</script', '<\\/script');

/** The page; `policy` has its directives beside those that forbid everything else. */
export const oneFile = ({ title, policy, style, body }) => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${["default-src 'none'", ...policy, "base-uri 'none'", "form-action 'none'"].join('; ')}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="referrer" content="no-referrer">
<title>${title}</title>
<style>${style}</style>
</head>
<body>
${body}
</body>
</html>
`;

/** For visitors without JavaScript; a sentence that says what to do instead follows. */
export const captchaNeedsScript =
  'This form has a captcha, which needs JavaScript: without it the form cannot be sent.';

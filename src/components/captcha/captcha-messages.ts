/** For visitors without JavaScript, before the way to go on. */
export const captchaNeedsScript =
  'This form has a captcha, which needs JavaScript: without it the form cannot be sent.';
